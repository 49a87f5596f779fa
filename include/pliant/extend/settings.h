// settings.h: the option rows behind settings, for programs that make flags and help of them.
#ifndef PLIANT_EXTEND_SETTINGS_H
#define PLIANT_EXTEND_SETTINGS_H

#include <pliant/extend/option.h>
#include <pliant/settings.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { PL_SETTINGS_MAX_TABLE = 4 };
// The tables of a kind of settings; how many there are. Static.
PL_API int pl_settings_tables(pl_settings_kind kind, const pl_option_table *table[PL_SETTINGS_MAX_TABLE]);
// The name of a row as a setting: with its table's name in front where another table of estimation has a row of that name.
PL_API void pl_setting_name(const pl_option_table *table, const pl_option *option, char *name, size_t size);
// Is it read by a fit to tests of this protocol, with some model? True when there is no such protocol.
PL_API bool pl_setting_is_read(const char *protocol, const pl_option_table *table, const pl_option *option);
// The name of model `index` that tests of the protocol can be fitted with, and what it is in words; NULL beyond the last.
PL_API const char *pl_model_name(const char *protocol, int index, const char **help);
// Further help on the models of the protocol: lines of text; NULL: none.
PL_API const char *pl_model_more(const char *protocol);
// pl_settings_set with the place that a failure names.
PL_API pl_status pl_settings_set_at(pl_settings *settings, const char *name, const char *text, const pl_where *where);
// A page of documentation, Markdown or another text of the source tree, from tables of the library: `topic` is one of pl_document_topics. The caller
// frees *text with pl_free.
PL_API int pl_document_topics(const char *const **topic);
PL_API pl_status pl_document(pl_context *ctx, const char *topic, char **text);

#ifdef __cplusplus
}
#endif
#endif
