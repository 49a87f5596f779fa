// file.c: reads and writes whole files, folders, paths. A file is written beside its target and renamed, so no partial file is ever
// visible.
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static pl_status fail_file(pl_context *ctx, const char *path, const char *what, int cause) {
  const char *hint = cause == ENOENT                      ? "check the name; relative names start at the current folder"
                     : cause == EACCES || cause == EPERM  ? "check the permissions"
                     : cause == ENOSPC || cause == EDQUOT ? "free some space on the disk"
                     : cause == ENOTDIR                   ? "a part of the name is a file, not a folder"
                                                          : "check the name and the disk";
  return pl_fail(ctx, PL_ERROR_FILE, &(pl_where){.file = path}, hint, PL_ID("file.failed") "%s: %s", what, strerror(cause));
}

static pl_status check_regular(pl_context *ctx, const char *path, const struct stat *info, size_t max_size) {
  pl_where where = {.file = path};
  if (S_ISDIR(info->st_mode))
    return pl_fail(ctx, PL_ERROR_FILE, &where, "name a file inside it", PL_ID("file.is-folder") "is a folder, expected a file");
  if (!S_ISREG(info->st_mode))
    return pl_fail(ctx, PL_ERROR_FILE, &where, "copy the data into a file first",
                   PL_ID("file.is-device") "is a device or pipe, expected a regular file");
  if ((uintmax_t)info->st_size > max_size)
    return pl_fail(ctx, PL_ERROR_FILE, &where, "cut it into parts, or check that it is the right file",
                   PL_ID("file.too-large") "has %.1f MB, at most %.1f MB are read", (double)info->st_size / 1e6, (double)max_size / 1e6);
  return PL_OK;
}

pl_status pl_file_read(pl_arena *arena, const char *path, size_t max_size, char **data, size_t *size) {
  pl_context *ctx = pl_arena_context(arena);
  pl_status status = PL_OK;
  *data = NULL;
  *size = 0;
  // Not blocking: opening a pipe must not wait for a writer.
  int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return fail_file(ctx, path, "cannot open", errno);
  struct stat info;
  if (fstat(file, &info) != 0) {
    status = fail_file(ctx, path, "cannot read", errno);
    goto cleanup;
  }
  PL_TRY_CLEAN(check_regular(ctx, path, &info, max_size));

  size_t wanted = (size_t)info.st_size, got = 0;
  char *text = pl_arena_alloc(arena, wanted + 1, 1);
  if (text == NULL) {
    status = PL_ERROR_MEMORY;
    goto cleanup;
  }
  while (got < wanted) {
    ssize_t n = read(file, text + got, wanted - got);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) {
      status = fail_file(ctx, path, "cannot read", errno);
      goto cleanup;
    }
    if (n == 0) break;  // it shrank meanwhile
    got += (size_t)n;
  }
  text[got] = '\0';
  *data = text;
  *size = got;
cleanup:
  close(file);
  return status;
}

// 0, or the errno of the failure.
static int write_all(int file, const char *data, size_t size) {
  while (size > 0) {
    ssize_t n = write(file, data, size);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    data += n;
    size -= (size_t)n;
  }
  return 0;
}

// Devices and pipes (-o /dev/stdout) cannot be renamed over.
static pl_status write_in_place(pl_context *ctx, const char *path, const char *data, size_t size) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return fail_file(ctx, path, "cannot write", errno);
  int cause = write_all(file, data, size);
  if (close(file) != 0 && cause == 0) cause = errno;
  return cause == 0 ? PL_OK : fail_file(ctx, path, "cannot write", cause);
}

pl_status pl_file_write(pl_context *ctx, const char *path, const char *data, size_t size) {
  struct stat info;
  if (stat(path, &info) == 0 && !S_ISREG(info.st_mode)) {
    if (S_ISDIR(info.st_mode)) return fail_file(ctx, path, "cannot write", EISDIR);
    return write_in_place(ctx, path, data, size);
  }

  size_t room = strlen(path) + 48;
  char *temporary = pl_alloc(ctx, room, 1);
  if (temporary == NULL) return PL_ERROR_MEMORY;
  int file = -1, cause = EEXIST;
  for (int i = 0; i < 100 && file < 0 && cause == EEXIST; i++) {
    snprintf(temporary, room, "%s.tmp-%ld-%d", path, (long)getpid(), i);
    file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    cause = file < 0 ? errno : 0;
  }
  if (file >= 0) {
    cause = write_all(file, data, size);
    if (cause == 0 && fsync(file) != 0) cause = errno;
    if (close(file) != 0 && cause == 0) cause = errno;
    if (cause == 0 && rename(temporary, path) != 0) cause = errno;
    if (cause != 0) unlink(temporary);
  }
  pl_free(ctx, temporary);
  return cause == 0 ? PL_OK : fail_file(ctx, path, "cannot write", cause);
}

pl_status pl_directory_create(pl_context *ctx, const char *path) {
  size_t n = strlen(path);
  char *part = pl_alloc(ctx, n + 1, 1);
  if (part == NULL) return PL_ERROR_MEMORY;
  pl_status status = PL_OK;
  // Make each leading part in turn; those that exist are fine.
  for (size_t i = 1; i <= n && status == PL_OK; i++) {
    if (path[i] != '/' && path[i] != '\0') continue;
    memcpy(part, path, i);
    part[i] = '\0';
    int cause = mkdir(part, 0777) == 0 ? 0 : errno;  // saved: the check below sets errno again
    if (cause == 0 || pl_directory_exists(part)) continue;
    status = fail_file(ctx, part, "cannot make the folder", cause == EEXIST ? ENOTDIR : cause);
  }
  if (n == 0) status = fail_file(ctx, path, "cannot make a folder without a name", ENOENT);
  pl_free(ctx, part);
  return status;
}

bool pl_file_exists(const char *path) {
  struct stat info;
  return stat(path, &info) == 0 && !S_ISDIR(info.st_mode);
}

bool pl_directory_exists(const char *path) {
  struct stat info;
  return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

char *pl_path_join(pl_arena *arena, const char *directory, const char *name) {
  size_t n = strlen(directory);
  if (name[0] == '/' || n == 0) return pl_arena_text(arena, name);
  return pl_arena_printf(arena, directory[n - 1] == '/' ? "%s%s" : "%s/%s", directory, name);
}

char *pl_path_directory(pl_arena *arena, const char *path) {
  const char *slash = strrchr(path, '/');
  if (slash == NULL) return pl_arena_text(arena, ".");
  if (slash == path) return pl_arena_text(arena, "/");
  return pl_arena_printf(arena, "%.*s", (int)(slash - path), path);
}

const char *pl_path_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash != NULL ? slash + 1 : path;
}
