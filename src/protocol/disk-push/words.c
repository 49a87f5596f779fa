// words.c: texts of the protocol `disk-push` about its tests: those of curves.
#include "estimate/advise/curve_words.h"
#include "protocol/disk-push/disk_part.h"

const pl_protocol_words pl__disk_words = {.remedy = PL_CURVE_REMEDIES, .own_remedy = pl_curve_remedy};
