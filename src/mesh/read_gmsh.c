// read_gmsh.c: Gmsh .msh files in ASCII, versions 2.2 and 4.1.
//
//   2.2: $Nodes    n              then n lines   tag x y z
//        $Elements n              then n lines   tag type n_tag tags... nodes...
//   4.1: $Nodes    n_block n ...  then per block  dim entity parametric n,  n lines of one tag,  n lines of x y z (u v w)
//        $Elements n_block n ...  then per block  dim entity type n,        n lines  tag nodes...
// Named groups: $PhysicalNames n, then n lines  dim tag "name". An element belongs to one by its first tag (2.2), or by the tags of its entity (4.1):
//        $Entities n_point n_curve n_surface n_volume, then per entity  tag box n_physical tags... n_bounding tags...
//                  (of a point  tag x y z n_physical tags...)
// Nodes are identified by tags in any order. Sections of other names are ignored. Tetrahedra (type 4) and hexahedra (5) are kept; points,
// lines, triangles and quads are ignored, other types are an error.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "mesh/read.h"

enum { LINE = 1, TRIANGLE = 2, QUAD = 3, TET = 4, HEX = 5, POINT = 15 };

typedef struct tagged {
  int64_t tag;
  int32_t vertex;
} tagged;

// An entity of a 4.1 file and one of its groups.
typedef struct entity {
  int dim;
  int64_t tag;
  int group;  // index
} entity;

enum { MAX_GROUP = 1000 };

typedef struct gmsh {
  pl__scan *scan;
  pl__solid_file *s;
  bool version4;
  tagged *node;  // [n_vertex], sorted by tag once all are read
  int n_entity, room_entity;
  entity *entity;
  bool has_nodes, has_elements;
} gmsh;

static pl_status fail_at(const pl__scan *scan, const char *hint, const char *before, const char *word) {
  pl_where where = pl__scan_where(scan);
  char show[40];
  return pl_fail(scan->ctx, PL_ERROR_PARSE, &where, hint, "%s '%s'", before, pl__scan_show(word ? word : "", show));
}

static pl_status next_integer(gmsh *g, const char *what, int64_t lower, int64_t upper, int64_t *value) {
  return pl__scan_integer(g->scan, pl__scan_next(g->scan), what, lower, upper, value);
}

static int by_tag(const void *a, const void *b) {
  const tagged *x = a, *y = b;
  return x->tag < y->tag ? -1 : x->tag > y->tag;
}

static pl_status read_point(gmsh *g, int64_t i) {
  for (int k = 0; k < 3; k++) PL_TRY(pl__scan_number(g->scan, pl__scan_next(g->scan), "a node coordinate", &g->s->x[3 * i + k]));
  g->s->vertex_line[i] = g->scan->line;
  return PL_OK;
}

static pl_status read_node_blocks(gmsh *g, int64_t n_block, int64_t n) {
  int64_t done = 0, skip, parametric, count;
  for (int64_t b = 0; b < n_block; b++) {
    PL_TRY(next_integer(g, "dimension of a node block", 0, 3, &skip));
    PL_TRY(next_integer(g, "entity of a node block", INT32_MIN, INT32_MAX, &skip));
    PL_TRY(next_integer(g, "parametric flag of a node block", 0, 1, &parametric));
    PL_TRY(next_integer(g, "number of nodes of a block", 0, n - done, &count));
    if (parametric)
      return fail_at(g->scan, "save it without parametric coordinates (Mesh.SaveParametric = 0)",
                     "nodes with parametric coordinates are not read", "");
    for (int64_t i = 0; i < count; i++) {
      PL_TRY(next_integer(g, "a node tag", 0, INT64_MAX, &g->node[done + i].tag));
      g->node[done + i].vertex = (int32_t)(done + i);
    }
    for (int64_t i = 0; i < count; i++) PL_TRY(read_point(g, done + i));
    done += count;
  }
  if (done < n) {
    pl_where where = pl__scan_where(g->scan);
    return pl_fail(g->scan->ctx, PL_ERROR_PARSE, &where, "the file is damaged",
                   PL_ID("mesh.nodes-announced-their-blocks") "%lld nodes are announced, their blocks hold %lld", (long long)n,
                   (long long)done);
  }
  return PL_OK;
}

static pl_status read_nodes(gmsh *g) {
  pl__scan *scan = g->scan;
  int64_t n_block = 0, n, skip;
  if (g->has_nodes) return fail_at(scan, "write one mesh per file", "a second section", "$Nodes");
  g->has_nodes = true;
  if (g->version4) PL_TRY(next_integer(g, "number of node blocks", 0, INT32_MAX, &n_block));
  PL_TRY(next_integer(g, "number of nodes", 0, INT32_MAX, &n));
  for (int k = 0; k < 2 && g->version4; k++) PL_TRY(next_integer(g, "range of node tags", 0, INT64_MAX, &skip));
  PL_TRY(pl__scan_check_count(scan, "nodes", n, 8));
  PL_TRY(pl__solid_file_vertices(g->s, scan, n));
  g->node = pl_arena_alloc(g->s->arena, (size_t)n + 1, sizeof *g->node);
  if (!g->node) return PL_ERROR_MEMORY;
  if (g->version4) PL_TRY(read_node_blocks(g, n_block, n));
  for (int64_t i = 0; i < n && !g->version4; i++) {
    PL_TRY(next_integer(g, "a node tag", 0, INT64_MAX, &g->node[i].tag));
    g->node[i].vertex = (int32_t)i;
    PL_TRY(read_point(g, i));
  }
  qsort(g->node, (size_t)n, sizeof *g->node, by_tag);
  for (int64_t i = 1; i < n; i++)
    if (g->node[i].tag == g->node[i - 1].tag) {
      pl_where where = {.file = scan->file, .line = g->s->vertex_line[g->node[i].vertex]};
      return pl_fail(scan->ctx, PL_ERROR_INPUT, &where, "renumber the nodes",
                     PL_ID("mesh.node-tag-used-twice") "the node tag %lld is used twice", (long long)g->node[i].tag);
    }
  return PL_OK;
}

// ---- named groups ----

static pl_status read_names(gmsh *g) {
  pl__solid_file *s = g->s;
  int64_t n, dim;
  PL_TRY(next_integer(g, "number of named groups", 0, MAX_GROUP, &n));
  s->group = pl_arena_alloc(s->arena, (size_t)n + 1, sizeof *s->group);
  if (!s->group) return PL_ERROR_MEMORY;
  for (int64_t i = 0; i < n; i++) {
    pl__mesh_group *group = &s->group[s->n_group];
    PL_TRY(next_integer(g, "dimension of a named group", 0, 3, &dim));
    PL_TRY(next_integer(g, "tag of a named group", INT32_MIN, INT32_MAX, &group->tag));
    group->dim = (int)dim;
    // the name, with its quotes, is the rest of the line
    char *begin = g->scan->word ? strchr(g->scan->word, '"') : NULL, *end = begin ? strchr(begin + 1, '"') : NULL;
    if (!end || end == begin + 1)
      return fail_at(g->scan, "write $PhysicalNames as dim tag \"name\"", "a group without a name in quotes:", g->scan->word);
    group->name = pl_arena_printf(s->arena, "%.*s", (int)(end - begin - 1), begin + 1);
    if (!group->name) return PL_ERROR_MEMORY;
    s->n_group++;
    g->scan->word = NULL;  // on to the next line
  }
  return PL_OK;
}

static int find_group(const gmsh *g, int dim, int64_t tag) {
  for (int i = 0; i < g->s->n_group; i++)
    if (g->s->group[i].dim == dim && g->s->group[i].tag == tag) return i;
  return -1;
}

static pl_status add_entity(gmsh *g, int dim, int64_t tag, int group) {
  if (g->n_entity == g->room_entity) {
    int room = g->room_entity ? 2 * g->room_entity : 64;
    entity *larger = pl_arena_alloc(g->s->arena, (size_t)room, sizeof *larger);
    if (!larger) return PL_ERROR_MEMORY;
    if (g->n_entity) memcpy(larger, g->entity, (size_t)g->n_entity * sizeof *larger);
    g->entity = larger;
    g->room_entity = room;
  }
  g->entity[g->n_entity++] = (entity){dim, tag, group};
  return PL_OK;
}

static pl_status read_entities(gmsh *g) {
  int64_t count[4], tag, n, physical, skip;
  double place;
  for (int dim = 0; dim < 4; dim++) PL_TRY(next_integer(g, "number of entities", 0, INT32_MAX, &count[dim]));
  for (int dim = 0; dim < 4; dim++)
    for (int64_t i = 0; i < count[dim]; i++) {
      PL_TRY(next_integer(g, "an entity tag", INT32_MIN, INT32_MAX, &tag));
      for (int k = 0; k < (dim ? 6 : 3); k++) PL_TRY(pl__scan_number(g->scan, pl__scan_next(g->scan), "box of an entity", &place));
      PL_TRY(next_integer(g, "number of groups of an entity", 0, MAX_GROUP, &n));
      for (int64_t k = 0; k < n; k++) {
        PL_TRY(next_integer(g, "group of an entity", INT32_MIN, INT32_MAX, &physical));
        int group = find_group(g, dim, physical < 0 ? -physical : physical);
        if (group >= 0) PL_TRY(add_entity(g, dim, tag, group));
      }
      if (dim) PL_TRY(next_integer(g, "number of bounding entities", 0, INT32_MAX, &n));
      for (int64_t k = 0; k < n && dim; k++) PL_TRY(next_integer(g, "a bounding entity", INT32_MIN, INT32_MAX, &skip));
    }
  return PL_OK;
}

static pl_status put_in_group(gmsh *g, int group, int32_t vertex) {
  pl__mesh_group *to = &g->s->group[group];
  if (!to->in) to->in = pl_arena_alloc(g->s->arena, (size_t)g->s->n_vertex + 1, sizeof *to->in);
  if (!to->in) return PL_ERROR_MEMORY;
  to->in[vertex] = 1;
  return PL_OK;
}

// ---- elements ----

// The groups of the element at the scanner: by its tag, or those of its entity; -1 and NULL: none.
typedef struct member {
  int dim;
  int group;           // 2.2
  const int64_t *tag;  // 4.1, of the entity
} member;

static pl_status put_vertex(gmsh *g, const member *m, int32_t vertex) {
  if (m->group >= 0) return put_in_group(g, m->group, vertex);
  for (int i = 0; m->tag && i < g->n_entity; i++)
    if (g->entity[i].dim == m->dim && g->entity[i].tag == *m->tag) PL_TRY(put_in_group(g, g->entity[i].group, vertex));
  return PL_OK;
}

static int dimension(int64_t type) { return type == POINT ? 0 : type == LINE ? 1 : type == TRIANGLE || type == QUAD ? 2 : 3; }

// The nodes of an element at the scanner; kept when it is a tetrahedron or hexahedron.
static pl_status read_corners(gmsh *g, int64_t type, int64_t element, const member *m) {
  static const int corners[16] = {[LINE] = 2, [TRIANGLE] = 3, [QUAD] = 4, [TET] = 4, [HEX] = 8, [POINT] = 1};
  pl__solid_file *s = g->s;
  int n = type < 16 ? corners[type] : 0;
  pl_where where = pl__scan_where(g->scan);
  if (n == 0)
    return pl_fail(g->scan->ctx, PL_ERROR_INPUT, &where, "mesh with linear tetrahedra or hexahedra (Mesh.ElementOrder = 1)",
                   PL_ID("mesh.element-type-tetrahedra-hexahedra") "an element of type %lld; tetrahedra (4) and hexahedra (5) are read",
                   (long long)type);
  int32_t *to = type == TET ? s->tet + 4 * (size_t)s->n_tet : type == HEX ? s->hex + 8 * (size_t)s->n_hex : NULL;
  for (int k = 0; k < n; k++) {
    int64_t tag;
    PL_TRY(next_integer(g, "a node of an element", 0, INT64_MAX, &tag));
    if (!to && m->group < 0 && !(m->tag && g->n_entity > 0)) continue;
    tagged key = {.tag = tag};
    const tagged *found = bsearch(&key, g->node, (size_t)s->n_vertex, sizeof key, by_tag);
    if (!found) {
      where = pl__scan_where(g->scan);
      return pl_fail(g->scan->ctx, PL_ERROR_INPUT, &where, "the file is damaged",
                     PL_ID("mesh.element-refers-node-not") "an element refers to the node %lld, which is not in $Nodes", (long long)tag);
    }
    if (to) to[k] = found->vertex;
    PL_TRY(put_vertex(g, m, found->vertex));
  }
  if (type == TET) s->tet_number[s->n_tet] = element, s->tet_line[s->n_tet++] = g->scan->line;
  if (type == HEX) s->hex_number[s->n_hex] = element, s->hex_line[s->n_hex++] = g->scan->line;
  return PL_OK;
}

static pl_status read_elements(gmsh *g) {
  pl__scan *scan = g->scan;
  pl__solid_file *s = g->s;
  int64_t n_block = 1, n, done = 0, type, count, skip, n_tag, element;
  if (g->has_elements) return fail_at(scan, "write one mesh per file", "a second section", "$Elements");
  if (!g->has_nodes) return fail_at(scan, "write the nodes first", "elements come before", "$Nodes");
  g->has_elements = true;
  if (g->version4) PL_TRY(next_integer(g, "number of element blocks", 0, INT32_MAX, &n_block));
  PL_TRY(next_integer(g, "number of elements", 0, INT32_MAX, &n));
  for (int k = 0; k < 2 && g->version4; k++) PL_TRY(next_integer(g, "range of element tags", 0, INT64_MAX, &skip));
  PL_TRY(pl__scan_check_count(scan, "elements", n, 4));
  PL_TRY(pl__solid_file_elements(s, scan, n, n));
  PL_TRY(pl__solid_file_numbers(s));
  for (int32_t i = 0; i < s->n_vertex; i++) s->vertex_number[g->node[i].vertex] = g->node[i].tag;
  s->n_tet = s->n_hex = 0;
  for (int64_t b = 0; b < n_block && g->version4; b++) {
    int64_t dim, tag;
    PL_TRY(next_integer(g, "dimension of an element block", 0, 3, &dim));
    PL_TRY(next_integer(g, "entity of an element block", INT32_MIN, INT32_MAX, &tag));
    PL_TRY(next_integer(g, "an element type", 1, 255, &type));
    member of = {(int)dim, -1, &tag};
    PL_TRY(next_integer(g, "number of elements of a block", 0, n - done, &count));
    for (int64_t i = 0; i < count; i++) {
      PL_TRY(next_integer(g, "an element tag", 0, INT64_MAX, &element));
      PL_TRY(read_corners(g, type, element, &of));
    }
    done += count;
  }
  for (; done < n && !g->version4; done++) {
    PL_TRY(next_integer(g, "an element tag", 0, INT64_MAX, &element));
    PL_TRY(next_integer(g, "an element type", 1, 255, &type));
    PL_TRY(next_integer(g, "number of tags of an element", 0, 1000, &n_tag));
    int64_t first = 0;
    for (int64_t i = 0; i < n_tag; i++) PL_TRY(next_integer(g, "a tag of an element", INT64_MIN, INT64_MAX, i ? &skip : &first));
    member of = {dimension(type), n_tag > 0 ? find_group(g, dimension(type), first) : -1, NULL};
    PL_TRY(read_corners(g, type, element, &of));
  }
  if (done < n) return fail_at(scan, "the file is damaged", "the element blocks hold fewer elements than announced by", "$Elements");
  return PL_OK;
}

static pl_status read_format(gmsh *g) {
  double version;
  int64_t binary, size;
  PL_TRY(pl__scan_number(g->scan, pl__scan_next(g->scan), "version of the format", &version));
  PL_TRY(next_integer(g, "file type", 0, 1, &binary));
  PL_TRY(next_integer(g, "data size", 1, 16, &size));
  pl_where where = pl__scan_where(g->scan);
  if (binary != 0)
    return pl_fail(g->scan->ctx, PL_ERROR_INPUT, &where, "save it as ASCII (Mesh.Binary = 0)", "a binary Gmsh file cannot be read");
  if (!(version >= 2 && version < 3) && !(version >= 4.1 && version < 5))
    return pl_fail(g->scan->ctx, PL_ERROR_INPUT, &where, "save it as version 2.2 or 4.1 (Mesh.MshFileVersion)",
                   PL_ID("mesh.gmsh-format-version-read") "Gmsh format version %g; 2.2 and 4.1 are read", version);
  g->version4 = version >= 4;
  return PL_OK;
}

pl_status pl__read_gmsh(pl__scan *scan, pl__solid_file *s) {
  gmsh g = {.scan = scan, .s = s};
  bool has_format = false;
  PL_TRY(pl__scan_check_text(scan, "Gmsh"));
  for (char *word; (word = pl__scan_next(scan));) {
    if (word[0] != '$') return fail_at(scan, "export the mesh again", "expected a section such as $Nodes, found", word);
    char end[64];
    snprintf(end, sizeof end, "$End%s", word + 1);
    if (strcmp(word, "$MeshFormat") == 0) {
      has_format = true;
      PL_TRY(read_format(&g));
    } else if (!has_format) {
      return fail_at(scan, "a Gmsh file begins with $MeshFormat", "the file begins with", word);
    } else if (strcmp(word, "$Nodes") == 0) {
      PL_TRY(read_nodes(&g));
    } else if (strcmp(word, "$PhysicalNames") == 0) {
      PL_TRY(read_names(&g));
    } else if (strcmp(word, "$Entities") == 0 && g.version4) {
      PL_TRY(read_entities(&g));
    } else if (strcmp(word, "$Elements") == 0) {
      PL_TRY(read_elements(&g));
    } else {
      // an unused section: skip to its end
      bool found = false;
      while (!found && pl__scan_line(scan)) {
        char *first = pl__scan_word(scan);
        found = first && strcmp(first, end) == 0;
      }
      if (!found) return fail_at(scan, "the file is truncated", "the file ends before", end);
      continue;
    }
    word = pl__scan_next(scan);
    if (!word || strcmp(word, end) != 0)
      return fail_at(scan, "the file is truncated or damaged", "a section does not end where it should, but with", word);
  }
  if (!g.has_nodes || !g.has_elements)
    return fail_at(scan, "the file is truncated", "the file has no section", g.has_nodes ? "$Elements" : "$Nodes");
  return PL_OK;
}
