// strain_slip.c: friction of the surface: the load across a contact, and the force along it before and while the surfaces slide.
//
//   s = N (normal load, N),   friction force = law(s);  law "linear": F = mu N (Amontons, Coulomb), its number is the coefficient mu.
//
// Values are by phase and direction of sliding in the cloth. Between warp and weft the coefficient has an elliptic direction,
// mu(phi)^2 = (mu_warp cos phi)^2 + (mu_weft sin phi)^2. There are no such elements in a mesh: scenes take mu from the term, tests of sliding
// measure it. The other surface is `against` of the term; without it, the cloth itself. Weight s^2/kg makes mu a pure number.
#include "strain/strain_rows.h"

const pl_strain pl_strain_slip = {
    .name = "slip",
    .words = "the friction of its surface",
    .help = "load across two surfaces in contact; its stress is the friction force",
    .source = "Coulomb 1785; Morton and Hearle, Physical Properties of Textile Fibres, chapter 25",
    .element = PL_ELEMENT_CONTACT,
    .n_value = 4,
    .value_name = {"static-warp", "static-weft", "kinetic-warp", "kinetic-weft"},
    .value_dim = {1, 1, -2, 0},
    .weight_dim = {-1, 0, 2, 0},
    .n_class = 1,
    .class_name = {"all"},
};
