/* What the program shares with who looks at it afterwards. */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

enum { kUntouched = 0x01010101, kRacingNumbers = 16 };

struct Large {
  int numbers[3];
};
struct Racing {
  int number;
  int more[4];
  unsigned narrow : 3, wide : 5;
  volatile int restless;
  struct {
    char before;
    long number;
  } __attribute__((packed)) packed;
  double real;
  struct Large large;
};
struct Page {
  union {
    struct Racing racing;
    int all[kRacingNumbers];
  };
  int reached, passed, caught, destroyed, unlocked, ended, tries, done;
};

extern struct Page* page;
extern struct Large other;
void write_in_c(int* to);
void write_elsewhere(int* to);

#ifdef __cplusplus
}
static_assert(sizeof(Racing) <= sizeof(int) * kRacingNumbers);
#endif
