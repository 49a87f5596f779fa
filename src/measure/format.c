// format.c: the table of protocols with files of their own.
#include "measure/format.h"

#include <string.h>

#include "protocol/cantilever/cantilever_part.h"
#include "protocol/capture/capture_part.h"
#include "protocol/biaxial-hang/hang_part.h"
#include "protocol/homogeneous/homogeneous_part.h"
#include "protocol/poses/poses_part.h"
#include "protocol/roll/roll_part.h"
#include "protocol/weights/weights_part.h"

static const pl__format formats[] = {
    {"capture", pl__capture_read, pl__capture_save, pl__capture_describe, NULL},
    {"biaxial-hang", pl__hang_read, pl__hang_save, pl__hang_describe, NULL},
    {"cantilever", pl__cantilever_read, pl__cantilever_save, pl__cantilever_describe, pl__cantilever_sum_up},
    {"weights", pl__weights_read, pl__weights_save, pl__weights_describe, NULL},
    {"homogeneous", pl__homogeneous_read, pl__homogeneous_save, pl__homogeneous_describe, NULL},
    {"poses", pl__poses_read, pl__poses_save, pl__poses_describe, NULL},
    {"roll", pl__roll_read, pl__roll_save, pl__roll_describe, pl__roll_sum_up},
};

const pl__format *pl__format_find(const char *protocol) {
  for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
    if (strcmp(formats[i].protocol, protocol) == 0) return &formats[i];
  return NULL;
}
