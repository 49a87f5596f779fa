// page_web.h: report.html as the page of web/ with the data of a result folder inside.
//
// The page comes from the build (cmake/Web.cmake): one HTML text with three marks, which become the title, a sentence for readers without
// script, and the data.
#ifndef PL_REPORT_PAGE_WEB_H
#define PL_REPORT_PAGE_WEB_H

#include "report/page.h"

// The built page, NUL-terminated; empty when the program was built without node.
extern const char pl__web_page[];

// Whether the page is there and wanted: PLIANT_PAGE=plain in the environment asks for the one without script.
bool pl__web_wanted(void);
// Appends the whole document to page->out.
pl_status pl__web_write(pl_page *page);

#endif
