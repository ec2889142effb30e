// GCC's own headers, in the order in which they want to be included. They are C++ of another style,
// and warn; the build takes them for the system's.
#pragma once

// clang-format off
#include <gcc-plugin.h>
#include <tree.h>
#include <gimple.h>
#include <stringpool.h>
#include <attribs.h>
#include <asan.h>
#include <cgraph.h>
#include <context.h>
#include <diagnostic.h>
#include <fold-const.h>
#include <gimple-expr.h>
#include <gimple-iterator.h>
#include <gimplify.h>
#include <gimplify-me.h>
#include <output.h>
#include <plugin-version.h>
#include <ssa.h>
#include <tree-ssa-alias.h>
#include <cfghooks.h>
#include <cfgloop.h>
#include <stor-layout.h>
#include <sbitmap.h>
#include <tree-cfg.h>
#include <tree-chrec.h>
#include <tree-scalar-evolution.h>
#include <tree-ssa-loop-manip.h>
#include <tree-pass.h>
// clang-format on
