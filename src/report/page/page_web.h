// page_web.h: report.html as the page of web/ with the data of a result folder inside.
//
// The page comes from the build (cmake/Web.cmake): one HTML text with three marks, which become the title, a sentence for readers without
// script, and the data.
#ifndef PL_REPORT_PAGE_PAGE_WEB_H
#define PL_REPORT_PAGE_PAGE_WEB_H

#include "report/page/page.h"

// The built page, NUL-terminated; empty when the program was built without node.
extern const char pl__web_page[];

// Whether the page is there and wanted: PLIANT_PAGE=plain in the environment asks for the one without script.
bool pl__web_wanted(void);
// Appends the whole document to page->out.
pl_status pl__web_write(pl_page *page);

// For pages of several folders. The document with its marks replaced by what the functions append to page->out: title, words, data.
typedef pl_status (*pl_web_part)(pl_page *page, const void *user);
pl_status pl__web_fill(pl_page *page, const pl_web_part part[3], const void *user);
// The files of page->directory as data of the page, `number` behind their names ("" for the only one). `shapes` is how many bytes of shapes.bin may
// still go in; it shrinks by what did.
pl_status pl__web_folder(pl_page *page, const char *number, size_t *shapes);
// A text as data of the page, deflated.
pl_status pl__web_data(pl_page *page, const char *id, const char *data, size_t size);

#endif
