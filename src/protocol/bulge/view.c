// view.c: the report view of the protocol `bulge`.
#include "protocol/bulge/bulge_part.h"
#include "report/result/protocol_view.h"

const pl_protocol_view pl__bulge_view = {.state = "pressure", .sized = true, .disc = true};
