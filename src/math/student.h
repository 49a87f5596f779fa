// student.h: Student's distribution with any positive number of degrees of freedom.
#ifndef PL_MATH_STUDENT_H
#define PL_MATH_STUDENT_H

// Probability that |t| exceeds x >= 0. freedom: degrees of freedom, > 0; INFINITY: the normal distribution.
double pl_student_tails(double x, double freedom);
// Half-width of a two-sided 95 % interval in standard errors: 1.96 for INFINITY, 12.7 for 1.
double pl_student_95(double freedom);

#endif
