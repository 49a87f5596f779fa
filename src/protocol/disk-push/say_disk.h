// say_disk.h: what looks wrong in a disk-push test, and what to check.
#ifndef PL_PROTOCOL_DISK_PUSH_SAY_DISK_H
#define PL_PROTOCOL_DISK_PUSH_SAY_DISK_H

#define SAY_DISK_TRAVEL "disk.travel", "the disk travels %s times the diameter of the frame; plausible are %s to %s"
#define SAY_DISK_STIFFNESS "disk.stiffness", "tension around the disk over strain is about %s; sheets have %s to %s"
#define SAY_DISK_SIZES_DO "remedy.disk-sizes", "check the units of travel (mm, m) and force (mN, N, kN), and the diameters"

#endif
