// say_mesh.h: the sentences about meshes that are read.
#ifndef PL_MESH_SAY_MESH_H
#define PL_MESH_SAY_MESH_H

#define SAY_TEXTURE_METRES                                                                                                            \
  "mesh.texture-metres", "%s: the rest area by texture coordinates is %.3g m^2, the area in space %.3g m^2: texture coordinates are " \
                         "metres"

#endif
