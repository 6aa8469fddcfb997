// Year, month and day of days since 1970-01-01, before and after, packed as year * 512 + month * 32 + day.
extern "C" __global__ void civil(int* date, const int* days) {
  int i = blockIdx.x * 64 + threadIdx.x;
  int z = days[i] + 719468;
  int era = (z >= 0 ? z : z - 146096) / 146097;
  unsigned doe = (unsigned)(z - era * 146097);
  unsigned yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
  unsigned doy = doe - (365 * yoe + yoe / 4 - yoe / 100), mp = (5 * doy + 2) / 153;
  int day = (int)(doy - (153 * mp + 2) / 5 + 1), month = (int)(mp < 10 ? mp + 3 : mp - 9);
  date[i] = ((int)yoe + era * 400 + (month <= 2)) * 512 + month * 32 + day;
}
