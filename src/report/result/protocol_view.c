// protocol_view.c: see protocol_view.h.
#include "report/result/protocol_view.h"

#include "measure/protocol.h"

const pl_protocol_view *pl_case_view(const pl_fit_case *c) {
  static const pl_protocol_view none = {.state = "frame", .sized = true};
  return c->given->measurement->protocol->view ? c->given->measurement->protocol->view : &none;
}

const pl_channel_row *pl_case_control(const pl_fit_case *c) {
  const pl_channel_row *row = &c->given->measurement->protocol->channel[c->test->control];
  return row->observed ? NULL : row;
}
