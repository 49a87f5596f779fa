// test_sentences.c: the one test of the wording. Every sentence of the program has a unique id, is short, and is that of sentences.txt.
// `pliant docs sentences` lists them.
#include <ctype.h>
#include <string.h>

#include "base/sentence/sentence.h"
#include "golden/command.h"
#include "said.h"
#include "test.h"

enum { MOST_SENTENCES = 4096 };

// "numbers.weak": lower case, at least two parts.
static bool is_id(const char *id) {
  bool dot = false;
  for (const char *p = id; *p; p++) {
    dot = dot || *p == '.';
    if (!islower((unsigned char)*p) && !isdigit((unsigned char)*p) && *p != '-' && *p != '.') return false;
  }
  return dot && islower((unsigned char)id[0]);
}

TEST(sentences_have_names_and_are_short) {
  static const char *const private_words[] = {"told ", " met ", "felt", "made up", "believed", "does not pay", "ask for less"};
  CHECK(pl_sentence_count() > 300 && pl_sentence_count() < MOST_SENTENCES);
  for (int i = 0; i < pl_sentence_count(); i++) {
    const char *id = pl_sentence_at(i).id, *words = pl_sentence_at(i).text;
    if (!is_id(id)) test_fail(__FILE__, __LINE__, "\"%s\" is no id", id);
    if (!*words) test_fail(__FILE__, __LINE__, "%s says nothing", id);
    if (said_longest(words) > SAID_MOST_WORDS)
      test_fail(__FILE__, __LINE__, "%s has a sentence of %d words: %s", id, said_longest(words), words);
    for (size_t k = 0; k < sizeof private_words / sizeof private_words[0]; k++)
      if (strstr(words, private_words[k])) test_fail(__FILE__, __LINE__, "%s says \"%s\": %s", id, private_words[k], words);
    for (int j = 0; j < i; j++)
      if (strcmp(pl_sentence_at(j).id, id) == 0) test_fail(__FILE__, __LINE__, "two sentences are called %s", id);
  }
}

TEST(sentences_are_listed) {
  command_outcome o = command_run("docs sentences");
  CHECK(o.status == 0);
  int n = 0;
  for (const char *p = o.out; *p; p++) n += *p == '\n';
  CHECK(n == pl_sentence_count());
}

// A rewording shows here, line by line, and in no other test. `scripts/check-docs --write build/pliant` accepts it.
TEST(sentences_are_worded_as_kept) {
  static const char kept[] = PLIANT_SOURCE_DIR "/test/golden/sentences.txt";
  const char *was = command_file(kept), *is = command_run("docs sentences").out;
  for (int line = 1; *was || *is; line++) {
    int a = (int)strcspn(was, "\n"), b = (int)strcspn(is, "\n");
    if (a != b || memcmp(was, is, (size_t)a) != 0) {
      test_fail(__FILE__, __LINE__, "sentences.txt:%d: kept \"%.*s\", now \"%.*s\"; accept: scripts/check-docs --write build/pliant", line,
                a, was, b, is);
      return;
    }
    was += a + (was[a] == '\n');
    is += b + (is[b] == '\n');
  }
}
