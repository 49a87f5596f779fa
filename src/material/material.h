// material.h: the internals of a material: terms, parameters, validity, provenance.
#ifndef PL_MATERIAL_MATERIAL_H
#define PL_MATERIAL_MATERIAL_H

#include <pliant/extend.h>
#include <pliant/material.h>

#include "law/law.h"
#include "law/prony.h"
#include "material/samples.h"
#include "material/scatter.h"
#include "strain/strain.h"

// A term: law(strain values). `value` picks which of the strain's values are the law's inputs.
typedef struct pl_term {
  const char *name;  // "warp", "cross", "bend"
  const pl_strain *strain;
  int value[PL_LAW_MAX_IN];  // [law.row->n_in]
  pl_law law;
  unsigned classes;                // bit c set: acts on elements of class c of the strain ("elements": "warp"), and on its share of
                                   // elements between classes; all bits by default
  bool rate;                       // evaluated on strain rates: a dissipation potential (viscosity, Volino 9', 12', 13')
  int shares;                      // index of an earlier term with the same law whose parameters it uses ("shares": "warp"), -1: none
  int theta;                       // offset of its parameters in theta: [samples][law.n_param], then those of its relaxation
  int part;                        // part of a joined mesh that it acts on (pl_material_join), -1: all
  int n_prony;                     // relaxation times ("prony"); 0: independent of time
  int prony;                       // offset of their parameters in theta: behind its own, or those of an earlier term
  const pl_samples *samples;       // separate parameters at several places (samples.h); NULL: homogeneous
  double range[PL_LAW_MAX_IN][2];  // range of the measured strains: validity; [0,0] when never measured
  const char *against;             // of friction: the other surface; NULL: the cloth itself
  const struct pl_swap *swap;      // the law that its file's numbers belonged to, when another replaced it by its name; NULL: none
} pl_term;

// A law that was replaced: theta = projection of the numbers in the file (material/project.h).
typedef struct pl_swap {
  const pl_law_row *from;
  int n_from;           // numbers in the file, all samples
  const double *sigma;  // [n_from], NAN where unknown
  const double *map;    // [samples][n_param][n_from / samples], d theta / d theta_from
  double miss;          // root mean square difference of the stresses over that of the stress
} pl_swap;

// Convexity in one strain measure, as stored in a material file (certificate.h).
typedef struct pl_certified {
  const pl_strain *strain;
  double smallest;                         // SI, smallest eigenvalue of the strain Hessian found in the validity range
  double where[PL_STRAIN_MAX_VALUE];       // SI, strain there
  double bound;                            // SI, lower bound over the range; -INFINITY when unknown
  bool proven;                             // convex on the whole range; false: at samples only, or not convex (smallest < 0 or drop > 0)
  double drop;                             // SI, decrease of the stress where the strain increases through a knot: not convex; 0: none
  int drop_axis;                           // index of that stress and strain
  double drop_where[PL_STRAIN_MAX_VALUE];  // SI, the strain there
} pl_certified;

struct pl_material {
  pl_arena *arena;  // owns everything below
  const char *name;
  const char *note;    // free text, where it comes from
  double density;      // SI; 0 when it was not measured: then no simulation with gravity
  pl_dim density_dim;  // kg/m^2 (sheets) or kg/m^3 (solids)
  int n_term;
  pl_term *term;
  int n_theta;
  double *theta;              // [n_theta], SI, the material's own values
  double *sigma;              // [n_theta], SI, standard deviation, NAN of what was held or is at a bound; NULL when none is known
  double *correlation;        // [n_theta][n_theta]; NULL when unknown
  pl_scatter *scatter;        // between specimens, contained in sigma; NULL when it was not measured
  pl_parameter *parameter;    // [n_theta]
  pl_topology_kind topology;  // of the mesh bending numbers were fitted on; PL_TOPOLOGY_OTHER when none
  const char *certificate;    // convexity statement, "" if not computed
  int n_certified;
  pl_certified *certified;  // [n_certified], the same in numbers, one per strain measure
  // Joined materials: the source of each part, NULL for rigid ones; 0: plain, of all parts.
  int n_part;
  const pl_material *const *part;  // [n_part], borrowed
};

// Build in memory: terms are added one by one, then `finish` checks the result. Term names must be unique. `density` is per area; that of a
// solid is set directly, with its dimension.
pl_status pl_material_create(pl_context *ctx, const char *name, double density, pl_material **material);
// `description` is a JSON object text as in a material file. Parameters are optional; without them the scale is used. An example is
//    {"name": "warp", "strain": "green", "values": ["warp"], "law": "stress-spline", "order": 3, "knots": [0, 0.1, 0.2],
//     "compression": "antisymmetric"}
pl_status pl_material_add_term(pl_material *material, const char *description);
pl_status pl_material_finish(pl_material *material);
pl_status pl_material_copy(const pl_material *source, pl_material **copy);
// A copy whose terms with chosen[n_term] have these samples, each with the parameters of the source, which has none there. Sigmas are
// dropped.
pl_status pl_material_with_samples(const pl_material *source, const bool *chosen, const pl_samples *samples, pl_material **copy);

// The material of a joined mesh (pl_mesh_join): terms "NAME/TERM" of each part, parameters one part after another. materials[n], borrowed, must
// outlive it; NULL: a rigid part. Sigmas are dropped. The same material may be given for several parts: each gets a copy of its parameters.
pl_status pl_material_join(pl_context *ctx, int n, const pl_material *const *materials, const char *const *names, pl_material **joined);
// The material of a part: the material itself unless it is joined; NULL: rigid.
static inline const pl_material *pl_material_part(const pl_material *material, int32_t part) {
  return material->n_part > 0 ? material->part[part] : material;
}
// The first of its materials whose density is not known, NULL: all are.
const pl_material *pl_material_without_density(const pl_material *material);
// Has a term to do with a part?
static inline bool pl_term_acts_on(const pl_term *term, int32_t part) { return term->part < 0 || term->part == part; }
// A copy whose terms have relaxation series; the source has none. series[n_term] is the index of the term whose series it uses: its own or
// an earlier one; -1: none. times[n_term]: number of times of the series that a term owns. Sigmas are dropped.
pl_status pl_material_with_prony(const pl_material *source, const int *times, const int *series, pl_material **copy);

pl_status pl_material_parse(pl_context *ctx, const char *name, const char *text, size_t size, pl_material **material);
void pl_material_write(const pl_material *material, pl_json_writer *writer);

bool pl_material_remembers(const pl_material *material);  // true if it has a term with a memory
bool pl_material_relaxes(const pl_material *material);    // true if its stress depends on time: it has a term with relaxation times
// Numbers per element in a history (model/history.h); 0: the term has no memory.
static inline int pl_term_history(const pl_term *term) {
  return term->n_prony > 0 ? pl_prony_history(term->n_prony, term->law.row->n_in) : term->law.row->n_history;
}
// Part of the energy: neither damping nor a law with a memory. A term that relaxes is elastic when motions are slow.
static inline bool pl_term_is_elastic(const pl_term *term) { return !term->rate && term->law.row->n_history == 0; }
// True if the stress of every term is the gradient of an energy.
bool pl_material_has_energy(const pl_material *material);
// The first value of a strain measure that no elastic term of the material acts on, -1 when there is none.
int pl_material_lacks(const pl_material *material, const pl_strain *strain);
const pl_term *pl_material_term(const pl_material *material, const char *name);  // NULL when absent
int pl_material_parameter_index(const pl_material *material, const char *name);  // -1 when absent

// True if the parameters of its relaxation follow its own ones.
static inline bool pl_term_owns_prony(const pl_term *term) { return term->n_prony > 0 && term->prony == term->theta + term->law.n_param; }
// Number of parameter sets of a term: one per material sample, 1 without samples; and the number of all its parameters in theta.
static inline int pl_term_sample_count(const pl_term *term) { return term->samples ? term->samples->n : 1; }
static inline int pl_term_theta_count(const pl_term *term) {
  return pl_term_sample_count(term) * term->law.n_param + (pl_term_owns_prony(term) ? pl_prony_params(term->n_prony) : 0);
}
// pl_law_eval_one of the term with the whole theta; with samples their mean.
void pl_term_eval_mean(const pl_term *term, const double *theta, const double *s, double *psi, double *t, double *k);

// Dimension of psi,i of a term: energy / (weight * strain). The same for a rate term, whose potential is a power.
pl_dim pl_term_stress_dim(const pl_term *term);
// Dimension of the law's inputs: the strain's, per time for a rate term.
pl_dim pl_term_strain_dim(const pl_term *term);

// The sum of all terms on one strain measure at one strain state s[n_value]: psi, stress t[n_value], tangent k[n_value^2]. Rate terms and
// terms with a memory (friction, plasticity) are excluded: they are not functions of the strain. theta may be NULL: the material's values.
// A term with material samples gives their mean.
void pl_material_eval(const pl_material *material, const pl_strain *strain, const double *theta, const double *s, double *psi, double *t,
                      double *k);

// Smallest eigenvalue of the elastic tangent (pl_material_eval) of `strain` over a grid on the validity ranges, and its place. Empty ranges
// are replaced by the law's (or 0.1 of its unit around rest); every range is widened to include rest. Terms of one element class are
// combined only with terms that act on the same class. An element shared by several classes has a mean of their tangents, whose eigenvalues
// are not below theirs. Friction (dahl) may lower the tangent by b: pl_dahl_smallest_tangent. Returns false when the material has no
// elastic term on that strain.
bool pl_material_convexity(const pl_material *material, const pl_strain *strain, double *smallest, double where[PL_STRAIN_MAX_VALUE]);

// Coefficient of friction of its surface on another, by name; NULL: on itself. It is kinetic friction, the mean over the measured directions.
// Where only static friction was measured it is that; NAN: none was.
double pl_material_friction(const pl_material *material, const char *against);

// The database: names found, in arena memory, sorted.
pl_status pl_material_list(pl_arena *arena, int *n, const char ***name, const char ***path);
// The file of a name, NULL when there is none of that name.
pl_status pl_material_find(pl_arena *arena, const char *name, const char **path);

#endif
