// column_names.h: column names that several protocols recognise, in the languages of testing machines.
#ifndef PL_MEASURE_TABLE_COLUMN_NAMES_H
#define PL_MEASURE_TABLE_COLUMN_NAMES_H

// NULL-terminated.
extern const char *const pl__displacement_names[], *const pl__force_names[], *const pl__no_names[];

#endif
