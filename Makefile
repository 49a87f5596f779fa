# The everyday commands. CMake and Ninja do the work; `make help` lists the targets.
BUILD ?= build
PREFIX ?=
CMAKE_OPTIONS ?=
ARGS ?=

configure_options = $(if $(PREFIX),-DCMAKE_INSTALL_PREFIX=$(abspath $(PREFIX))) $(CMAKE_OPTIONS)
# Idle OpenMP threads sleep instead of spinning: the runner has a test on every core already.
run_tests = OMP_WAIT_POLICY=passive
tsan_tests = --filter unit/ --filter conformance/ --filter test_cli_threads --filter test_weights_fit

.PHONY: all setup configure build program dist demo gallery test test-browser bench evidence house asan tsan format check-format check-layers check install clean help
all: build

help: ## print this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 22
	@echo "Variables: BUILD=folder PREFIX=folder CMAKE_OPTIONS='-D...' ARGS='arguments of the test runner or of bench'"

setup: ## install missing Debian packages
	@scripts/setup

# Ninja runs CMake again by itself when a CMake file changes; options given here need a run too.
configure: setup
	@if [ ! -f $(BUILD)/build.ninja ] || [ -n "$(strip $(configure_options))" ]; then \
	  cmake -S . -B $(BUILD) -G Ninja $(configure_options) >$(BUILD).log 2>&1 || { cat $(BUILD).log; exit 1; }; rm -f $(BUILD).log; fi

build: configure ## (default) release build; the program is build/pliant
	@cmake --build $(BUILD)

# The program alone: who wants to see it need not wait for the tests.
program: configure
	@cmake --build $(BUILD) --target pliant

dist: ## a source release with the built report page, build/pliant-VERSION.tar.gz
	@scripts/dist $(BUILD)

demo: program ## fit the bundled example and write out/demo/report.html
	@PLIANT=$(BUILD)/pliant scripts/demo

gallery: program ## draw the pictures of docs/gallery.md again
	@PLIANT=$(BUILD)/pliant scripts/gallery

test: build ## build and run every test; ARGS="--filter unit/ -v --slow"
	@$(run_tests) $(BUILD)/pliant-test $(ARGS)

test-browser: program ## the report page in chromium and firefox; skipped without them (scripts/setup --dev), failing with PLIANT_BROWSER=required
	@cd web && PLIANT=$(abspath $(BUILD))/pliant node --test ../test/browser/all.test.mjs

bench: program ## the speed cases; ARGS="elements --full"
	@$(BUILD)/pliant bench $(ARGS)

evidence: program ## run every reproduce and bench case and write docs/evidence.md again (about an hour on two cores)
	@scripts/evidence run --pliant $(BUILD)/pliant --keep $(BUILD)/evidence && scripts/evidence write --pliant $(BUILD)/pliant --keep $(BUILD)/evidence

house: ## how well the tree keeps its order: counts with limits
	@scripts/house

asan: ## the tests under the address and undefined-behaviour sanitizers, in build-asan
	@$(MAKE) --no-print-directory test BUILD=build-asan CMAKE_OPTIONS="-DPLIANT_SANITIZE=ON -DPLIANT_SHARED=OFF -DCMAKE_BUILD_TYPE=Debug $(CMAKE_OPTIONS)"

# libomp loads archer by itself, which tells the sanitizer what waits for what; what libomp, BLAS and CHOLMOD do inside was not compiled for it.
tsan: ## kernels, readers and fits with threads under the thread sanitizer (clang), in build-tsan
	@TSAN_OPTIONS="ignore_noninstrumented_modules=1 halt_on_error=1 $(TSAN_OPTIONS)" $(MAKE) --no-print-directory test BUILD=build-tsan \
	  CMAKE_OPTIONS="-DCMAKE_C_COMPILER=clang -DPLIANT_TSAN=ON -DPLIANT_SHARED=OFF $(CMAKE_OPTIONS)" ARGS="$(or $(ARGS),$(tsan_tests))"

format: ## rewrite the sources with clang-format
	@scripts/source-files | xargs -r clang-format -i

check-format: ## fail if `make format` would change something
	@scripts/check-format

check-layers: ## fail if a layer includes a later one, or uses a protocol by symbol (objects in $(BUILD), if any)
	@scripts/check-layers $(BUILD)

check: check-format check-layers ## the checks that need no build

install: build ## install under PREFIX (default /usr/local)
	@cmake --install $(BUILD)

clean: ## remove the build folders and out/
	rm -rf build build-* out
