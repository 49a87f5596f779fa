// say_locking.h: the sentences about a virtual body whose elements lock. Those of fits are in say_material.h.
#ifndef PL_ESTIMATE_JUDGE_SAY_LOCKING_H
#define PL_ESTIMATE_JUDGE_SAY_LOCKING_H

#define SAY_LOCKING_RIG \
  "rig.locking", "nearly incompressible (Poisson's ratio %.4g): elements like these lock, and readings are those of a stiffer body"
#define SAY_LOCKING_RIG_TERMS \
  "remedy.locking-rig-terms", \
      "write shape and volume as separate terms, a law with \"incompressible\": true and one on \"volume\" (docs/theory/solids.md)"
#define SAY_LOCKING_RIG_HEXAHEDRA "remedy.locking-rig-hexahedra", "give --elements hexahedra: they do not lock (docs/theory/solids.md)"
#define SAY_LOCKING_RIG_BOTH \
  "remedy.locking-rig-both", \
      "give --elements hexahedra, and write shape and volume as separate terms: they do not lock then (docs/theory/solids.md)"

#endif
