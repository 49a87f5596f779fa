// axes.c: which axes of a block with axes a test acts on: f, s, n (fibre, sheet, normal), or x, y, z.
//
//   "plane": "fs"   shear modes: the face with normal f moves along s (Dokos et al. 2002; Holzapfel and Ogden 2009)
//   "axes": "sn"    other modes: direction 1 along s, direction 2 along n; "n" for a uniaxial test
#include <ctype.h>
#include <string.h>

#include "protocol/homogeneous/homogeneous.h"
#include "protocol/homogeneous/homogeneous_part.h"

static const char letters[] = "fsn";

void pl_homogeneous_axes(const pl_homogeneous *h, int axis[3], double *sense) {
  axis[0] = h->named ? h->axis[0] : 0;
  axis[1] = h->named ? h->axis[1] : 1;
  axis[2] = 3 - axis[0] - axis[1];
  *sense = (axis[1] - axis[0] + 3) % 3 == 1 ? 1 : -1;
}

bool pl_homogeneous_same_axes(const pl_homogeneous *a, const pl_homogeneous *b) {
  int one[3], other[3];
  double sense;
  pl_homogeneous_axes(a, one, &sense);
  pl_homogeneous_axes(b, other, &sense);
  return one[0] == other[0] && one[1] == other[1];
}

void pl_homogeneous_axes_name(const pl_homogeneous *h, char name[3]) {
  bool shear = h->mode >= PL_SIMPLE_SHEAR;
  int axis[3];
  double sense;
  pl_homogeneous_axes(h, axis, &sense);
  name[0] = letters[axis[shear]];
  name[1] = letters[axis[!shear]];
  name[2] = 0;
}

const char *pl_homogeneous_axes_key(const pl_homogeneous *h) { return h->mode >= PL_SIMPLE_SHEAR ? "plane" : "axes"; }

// 0, 1, 2; -1: no such axis.
static int axis_of(char c) {
  const char *at = strchr(letters, tolower((unsigned char)c));
  if (c && at) return (int)(at - letters);
  return c && strchr("xyz", tolower((unsigned char)c)) ? tolower((unsigned char)c) - 'x' : -1;
}

pl_status pl__homogeneous_read_axes(pl__label_reader *r, pl_homogeneous *h) {
  bool shear = h->mode >= PL_SIMPLE_SHEAR;
  const char *key = pl_homogeneous_axes_key(h), *other = shear ? "axes" : "plane", *text;
  pl_json *wrong = pl_json_find(r->entry, other), *value = pl__label_setting(r, key);
  if (wrong) {
    pl_where where = pl_json_where(wrong);
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where,
                   shear ? "write \"plane\": \"fs\": the face with normal f moves along s" : "write \"axes\": \"fs\": directions 1 and 2",
                   PL_ID("homogeneous.axes-key") "\"%s\" is not a key of the mode '%s'", other, pl__homogeneous_mode[h->mode].name);
  }
  if (!value) return PL_OK;
  pl_where where = pl_json_where(value);
  PL_TRY(pl_json_text(r->ctx, value, &text));
  bool single = h->mode == PL_UNIAXIAL && strlen(text) == 1;
  int first = axis_of(text[0]), second = single ? (first + 1) % 3 : first >= 0 ? axis_of(text[1]) : -1;
  if (first < 0 || second < 0 || first == second || (!single && strlen(text) != 2))
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where,
                   shear ? "write fs, fn, sf, sn, nf or ns: first the normal of the moved face, then the direction it moves in"
                         : "write two of f, s, n, for example \"fn\"; of a uniaxial test one suffices",
                   PL_ID("homogeneous.axes-unknown") "\"%s\" = \"%.20s\", must name two different axes of f, s, n", key, text);
  if (h->symmetry == PL_SYMMETRY_ISOTROPIC)
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "write \"symmetry\": \"orthotropic\", or leave it out",
                   PL_ID("homogeneous.axes-isotropic") "\"%s\" names axes of a material declared isotropic", key);
  if (h->thickness > 0 && (first == 2 || second == 2))
    return pl_fail(r->ctx, PL_ERROR_INPUT, &where, "give \"area\" instead of \"thickness\" for a block, or name the axes f and s only",
                   PL_ID("homogeneous.axes-sheet") "\"%s\" = \"%s\" names the normal of a sheet", key, text);
  h->named = true;
  h->axis[shear] = first;
  h->axis[!shear] = second;
  return PL_OK;
}
