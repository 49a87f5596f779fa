// column_names.c: see column_names.h.
#include "measure/table/column_names.h"

#include <stddef.h>

const char *const pl__displacement_names[] = {"displacement",
                                              "extension",
                                              "tensile extension",
                                              "tensile displacement",
                                              "elongation",
                                              "crosshead",
                                              "crosshead extension",
                                              "crosshead displacement",
                                              "crosshead travel",
                                              "stroke",
                                              "axial displacement",
                                              "standard travel",
                                              "standardweg",
                                              "weg",
                                              "traverse",
                                              "traversenweg",
                                              "grip displacement",
                                              "zugweg",
                                              "verlängerung",
                                              "verlaengerung",
                                              "längenänderung",
                                              "allongement",
                                              "déplacement",
                                              "élongation",
                                              "allungamento",
                                              "spostamento",
                                              "alargamiento",
                                              "desplazamiento",
                                              NULL};
const char *const pl__force_names[] = {
    "force",         "load",   "tensile force", "tensile load",  "axial force", "axial load", "standard force",
    "standardkraft", "kraft",  "total force",   "pulling force", "zugkraft",    "prüfkraft",  "pruefkraft",
    "charge",        "effort", "forza",         "carico",        "fuerza",      "carga",      NULL};
const char *const pl__no_names[] = {NULL};
