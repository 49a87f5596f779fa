// page.h: report.html: the page of web/ with the data of a result folder, made only from the other files of the folder.
//
// The page comes from the build (cmake/Web.cmake) as one HTML text with three marks. These are replaced by the title, a sentence for
// readers without script, and the data.
#ifndef PL_REPORT_PAGE_PAGE_H
#define PL_REPORT_PAGE_PAGE_H

#include "base/text.h"
#include "report/result/reader.h"

// The built page, NUL-terminated; empty when the program was built without it (pl_report_built).
extern const char pl__web_page[];

typedef struct pl_page {
  pl_reader reader;
  pl_text *out;
} pl_page;

// The document with its marks replaced by what the functions append to page->out: title, words, data. Fails if the page was not built.
typedef pl_status (*pl_page_part)(pl_page *page, const void *user);
pl_status pl__page_fill(pl_page *page, const pl_page_part part[3], const void *user);
// The files of the reader's directory as data of the page, with `number` appended to their names ("" if there is only one). The value
// `shapes` is the number of bytes of shapes.bin still allowed; it is reduced by the bytes used.
pl_status pl__page_folder(pl_page *page, const char *number, size_t *shapes);
// A text as data of the page, deflated.
pl_status pl__page_data(pl_page *page, const char *id, const char *data, size_t size);
void pl__page_add(pl_page *page, const char *html);     // unescaped
void pl__page_escape(pl_page *page, const char *text);  // escaped

#endif
