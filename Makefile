# The commands people and CI use. The build itself is CMake with presets: see CONTRIBUTING.md.

JOBS ?= $(shell nproc)

# $(call build,PRESET[,TARGET])
define build
	@cmake --preset $(1) --log-level=WARNING >/dev/null
	@cmake --build --preset $(1) --parallel $(JOBS) $(if $(2),--target $(2))
endef

.DEFAULT_GOAL := all
.PHONY: all install package test demo soak foreign regressions bench tables format lint clean setup help

all: setup ## build the tool, build/bin/steward, and its runtime, build/lib/steward
	$(call build,default)

PREFIX ?= /usr/local
install: all ## install below PREFIX, or below DESTDIR/PREFIX
	@cmake --install build --prefix "$(DESTDIR)$(PREFIX)"

package: all ## a Debian package, in build/package/
	@cmake --build build --target package

# The same random traces on every machine; scripts/soak takes fresh ones.
test: export STEWARD_SEED ?= 1
test: export RC_PARAMS ?= seed=$(STEWARD_SEED)
test: setup ## build and run every test
	$(call build,test)
	@ctest --preset test --parallel $(JOBS)

demo: all ## hunt races in an example, and show what was found
	@scripts/demo

soak: setup ## the long runs, resumable; results in build/soak/
	@scripts/soak

foreign: all ## programs of others under Steward, resumable; results in build/foreign/
	@scripts/foreign

regressions: all ## ThreadSanitizer's own regression programs under Steward
	@scripts/regressions

# BENCH=--quick, or any options of scripts/bench.
bench: setup ## slowdowns beside ThreadSanitizer's, and benchmarks of parts; BENCH=--quick for a first look
	@scripts/setup --bench
	$(call build,default,all)
	$(call build,default,benchmarks)
	@scripts/bench-micro
	@scripts/bench $(BENCH)

tables: all ## what each detector finds and costs on programs whose races are known
	@scripts/tables
	@scripts/tables-directed
	@scripts/tables-classify
	@scripts/tables-hunt
	$(call build,default,managed)
	@scripts/tables-lard

format: ## format all C++ sources
	@scripts/format

lint: setup ## format, clang's warnings, clang-tidy, shellcheck: all must be clean
	@scripts/lint

clean: ## remove build/, the results of soak included
	rm -rf build

setup:
	@scripts/setup

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
