// hash.c: SHA-256 (FIPS 180-4), to recognise inputs by their content.
#include "base/text.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

typedef struct sha256 {
  uint32_t state[8];
  unsigned char block[64];
  size_t n_block;  // bytes waiting in block
  uint64_t n_byte;
} sha256;

static void sha256_init(sha256 *sha) {
  *sha = (sha256){.state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
}

static uint32_t rotate_right(uint32_t x, int n) { return (x >> n) | (x << (32 - n)); }

static void sha256_block(sha256 *sha, const unsigned char *block) {
  static const uint32_t k[64] = {
      0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
      0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
      0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
      0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
      0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
      0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
  uint32_t w[64];
  for (int i = 0; i < 16; i++)
    w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 | (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
  for (int i = 16; i < 64; i++) {
    uint32_t s0 = rotate_right(w[i - 15], 7) ^ rotate_right(w[i - 15], 18) ^ (w[i - 15] >> 3);
    uint32_t s1 = rotate_right(w[i - 2], 17) ^ rotate_right(w[i - 2], 19) ^ (w[i - 2] >> 10);
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  uint32_t *state = sha->state;
  uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4], f = state[5], g = state[6], h = state[7];
  for (int i = 0; i < 64; i++) {
    uint32_t t1 = h + (rotate_right(e, 6) ^ rotate_right(e, 11) ^ rotate_right(e, 25)) + ((e & f) ^ (~e & g)) + k[i] + w[i];
    uint32_t t2 = (rotate_right(a, 2) ^ rotate_right(a, 13) ^ rotate_right(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
  }
  state[0] += a, state[1] += b, state[2] += c, state[3] += d, state[4] += e, state[5] += f, state[6] += g, state[7] += h;
}

static void sha256_add(sha256 *sha, const unsigned char *data, size_t size) {
  sha->n_byte += size;
  while (size > 0) {
    if (sha->n_block == 0 && size >= 64) {
      sha256_block(sha, data);
      data += 64, size -= 64;
      continue;
    }
    size_t n = 64 - sha->n_block < size ? 64 - sha->n_block : size;
    memcpy(sha->block + sha->n_block, data, n);
    sha->n_block += n, data += n, size -= n;
    if (sha->n_block == 64) {
      sha256_block(sha, sha->block);
      sha->n_block = 0;
    }
  }
}

static void sha256_finish(sha256 *sha, char text[65]) {
  // A one bit, zeros, and the length in bits fill the last block.
  uint64_t n_bit = sha->n_byte * 8;
  unsigned char tail[72] = {0x80};
  size_t n_pad = (sha->n_block < 56 ? 56 : 120) - sha->n_block;
  for (int i = 0; i < 8; i++) tail[n_pad + (size_t)i] = (unsigned char)(n_bit >> (56 - 8 * i));
  sha256_add(sha, tail, n_pad + 8);
  for (int i = 0; i < 8; i++) snprintf(text + 8 * i, 9, "%08x", (unsigned)sha->state[i]);
}

void pl_hash_bytes(const void *data, size_t size, char text[65]) {
  sha256 sha;
  sha256_init(&sha);
  sha256_add(&sha, data, size);
  sha256_finish(&sha, text);
}

pl_status pl_hash_file(pl_context *ctx, const char *path, char text[65]) {
  text[0] = '\0';
  pl_where where = {.file = path};
  FILE *file = fopen(path, "rb");
  if (file == NULL) return pl_fail(ctx, PL_ERROR_FILE, &where, "check the name and the permissions", "cannot open: %s", strerror(errno));
  sha256 sha;
  sha256_init(&sha);
  unsigned char buffer[8192];
  size_t n;
  while ((n = fread(buffer, 1, sizeof buffer, file)) > 0) sha256_add(&sha, buffer, n);
  bool failed = ferror(file) != 0;
  int cause = errno;
  fclose(file);
  if (failed) return pl_fail(ctx, PL_ERROR_FILE, &where, "check that it is a readable file", "cannot read: %s", strerror(cause));
  sha256_finish(&sha, text);
  return PL_OK;
}
