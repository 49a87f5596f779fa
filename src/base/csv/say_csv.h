// say_csv.h: the sentences about columns of tables.
#ifndef PL_BASE_CSV_SAY_CSV_H
#define PL_BASE_CSV_SAY_CSV_H

#define SAY_COLUMN_UNIT "table.unit-overridden", "%s: column \"%s\" is read in %s as the experiment file says, though its header says %s"

#endif
