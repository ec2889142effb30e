#include "workloads/workload.h"

namespace workloads {

void caching(Thread& me, const Local<Object>&);
void checking(Thread& me, const Local<Object>&);
void counting(Thread& me, const Local<Object>&);
void indexing(Thread& me, const Local<Object>&);
void multiplying(Thread& me, const Local<Object>&);
void relaxing(Thread& me, const Local<Object>&);
void rendering(Thread& me, const Local<Object>&);
void searching(Thread& me, const Local<Object>&);
void sensing(Thread& me, const Local<Object>&);
void transforming(Thread& me, const Local<Object>&);

const Workload kWorkloads[] = {
    {"caching", caching, true},          {"checking", checking, true},
    {"counting", counting, true},        {"indexing", indexing, false},
    {"multiplying", multiplying, false}, {"relaxing", relaxing, false},
    {"rendering", rendering, true},      {"searching", searching, false},
    {"sensing", sensing, true},          {"transforming", transforming, true},
};
const unsigned kWorkloadCount = sizeof kWorkloads / sizeof kWorkloads[0];

}  // namespace workloads
