// The day of the year of dates, packed as year * 512 + month * 32 + day, with the days before each month in constant memory.
// Fault: years divisible by 100 count as leap years (wrong value for 1900 and the like only).
__constant__ short before[12] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
extern "C" __global__ void day_of_year(int* y, const int* date) {
  int i = blockIdx.x * 64 + threadIdx.x, year = date[i] >> 9, month = date[i] >> 5 & 15, day = date[i] & 31;
#ifdef FAULT
  bool leap = year % 4 == 0;
#else
  bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
#endif
  y[i] = before[month - 1] + day + (leap && month > 2);
}
