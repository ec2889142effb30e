// What a program may define to be told of things; abi/hooks.cc has what it defines if it does not.
#pragma once

extern "C" {
const char* __tsan_default_options();
const char* __tsan_default_suppressions();
void __tsan_on_report(void* report);
void __tsan_on_initialize();
int __tsan_on_finalize(int failed);
int _ZN6__tsan10OnFinalizeEb(bool failed);
}
