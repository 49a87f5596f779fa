// pliant.h: the whole library in one include. docs/library.md shows how the parts work together.
#ifndef PLIANT_PLIANT_H
#define PLIANT_PLIANT_H

#include <pliant/base.h>
#include <pliant/fit.h>
#include <pliant/material.h>
#include <pliant/measurement.h>
#include <pliant/mesh.h>
#include <pliant/report.h>
#include <pliant/settings.h>
#include <pliant/simulate.h>

#endif
