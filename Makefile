# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The Farkas authors

# The front door. CMake does the work; this file names the common tasks, installs what they need and runs them.

PREFIX ?= /usr/local
DESTDIR ?=
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
COUNT ?= 10000000
CROSS_COUNT ?= 1000000
STATES ?= 1000000
SEED ?= 1
FUZZ_SECONDS ?= 600
BENCH ?= --rounds 5
WAYS ?= source cmake pkgconfig two_files python npm
PYTHON ?= python3

# Ninja where it is installed. CMake reads this only for a build folder that is new.
export CMAKE_GENERATOR ?= $(if $(shell command -v ninja),Ninja,Unix Makefiles)

BUILD = cmake --build $(1) --parallel $(JOBS)
# CMake is chatty when it configures; what it says matters only when it fails.
CONFIGURE = cmake --preset $(1) --log-level=WARNING >/dev/null

# CMake remembers where a build folder was made, and is hard to understand when that has moved. The same folder may
# have two names, by a symbolic link.
moved := $(shell sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' build*/CMakeCache.txt 2>/dev/null | \
           while read -r home; do [ "$$home" -ef . ] || echo "$$home"; done)
ifneq ($(moved),)
ifeq ($(filter clean help,$(MAKECMDGOALS)),)
$(error build folders here were made for $(firstword $(moved)); run 'make clean' first)
endif
endif

NEEDS_NPM = for program in node npm; do command -v $$program >/dev/null || { echo "$$program is missing: install nodejs and npm" >&2; exit 1; }; done

.PHONY: all demo test test-gcc test-asan test-clang test-tsan python install fuzz mutants campaign crosscheck bench papers pictures dist deb ways test-deb web npm single format setup clean help
.NOTPARALLEL:

all: ## build build/farkas and the libraries (the default)
	@cmake/setup.sh --check build
	@test -f build/CMakeCache.txt || $(call CONFIGURE,release) -DFARKAS_TESTS=OFF
	@$(call BUILD,build)

demo: ## set up, build, and show what an exact, proved answer is
	@cmake/setup.sh build
	@$(MAKE) --no-print-directory all
	@sh examples/demo.sh build

test: ## set up, build with gcc and clang, run all tests
	@cmake/setup.sh test
	@$(MAKE) --no-print-directory test-gcc test-asan

test-gcc: ## all tests, built by gcc as users get them
	$(call CONFIGURE,release)
	$(call BUILD,build)
	ctest --preset release --parallel $(JOBS)

test-asan: ## the tests of the code, built by clang with address and undefined-behaviour sanitizers
	$(call CONFIGURE,asan)
	$(call BUILD,build-asan)
	ctest --preset asan --parallel $(JOBS) --label-exclude "rules|levels"

test-clang: ## the tests of the libraries, built by clang, optimised, with assert()
	$(call CONFIGURE,clang)
	$(call BUILD,build-clang)
	ctest --preset clang --parallel $(JOBS) --label-exclude "rules|levels|shell"

test-tsan: ## the tests with threads, built by clang with the thread sanitizer
	@cmake/setup.sh test
	$(call CONFIGURE,tsan)
	$(call BUILD,build-tsan) --target test_pool test_search test_broad test_packed_tree test_world_threads test_sweep_random test_view_background \
	    test_workcell test_workcell_edges test_workcell_distances
	ctest --preset tsan --parallel $(JOBS) --tests-regex '^test_(pool|search|broad|packed_tree|world_threads|sweep_random|view_background|workcell|workcell_edges|workcell_distances)$$'

python: ## build the Python package into build/python and run its tests
	@cmake/setup.sh python
	@test -f build/CMakeCache.txt || $(call CONFIGURE,release) -DFARKAS_TESTS=OFF
	@cmake build --log-level=WARNING -DFARKAS_PYTHON=ON >/dev/null
	@$(call BUILD,build) --target farkas_python
	@cmake --build build --target python_tests
	@echo "PYTHONPATH=$(CURDIR)/build/python finds it here; 'pip install .' installs it"

install: all ## install to PREFIX (/usr/local), below DESTDIR if set
	DESTDIR="$(DESTDIR)" cmake --install build --prefix "$(PREFIX)"
	@if [ -z "$(DESTDIR)" ] && [ "$$(id -u)" = 0 ]; then ldconfig; fi

fuzz: ## run each fuzzer for FUZZ_SECONDS (600); findings stay in build-fuzz
	@cmake/setup.sh test
	$(call CONFIGURE,fuzz)
	$(call BUILD,build-fuzz)
	sh cmake/fuzz.sh build-fuzz test/fuzz/corpus $(FUZZ_SECONDS)

mutants: ## break the code in many small ways: a test must fail each time
	@cmake/setup.sh test
	bash test/mutants.sh

campaign: ## check COUNT (10000000) generated pairs against the rational oracle, and STATES (1000000) of each robot against the exact path
	@cmake/setup.sh test
	$(call CONFIGURE,release)
	$(call BUILD,build) --target campaign test_scene_workcell
	build/test/campaign --count $(COUNT) --seed $(SEED) --jobs $(JOBS)
	FARKAS_STATES=$(STATES) build/test/test_scene_workcell

crosscheck: ## compare all methods with the exact verdict on CROSS_COUNT (1000000) generated pairs, as the table of docs/methods.md
	@cmake/setup.sh test
	$(call CONFIGURE,release)
	$(call BUILD,build) --target crosscheck
	build/test/crosscheck --count $(CROSS_COUNT) --seed $(SEED) --jobs $(JOBS) --bars --markdown >build/crosscheck.md; \
	    status=$$?; cat build/crosscheck.md; exit $$status
	@sh cmake/between.sh crosscheck build/crosscheck.md docs/methods.md

bench: ## measure Farkas beside other libraries with the options BENCH (--rounds 5) and ROBOTS (--data DIR), and write docs/bench.md
	@cmake/setup.sh bench
	$(call CONFIGURE,release) -DFARKAS_TESTS=OFF -DFARKAS_PEERS=ON -DFARKAS_PYTHON=ON
	$(call BUILD,build)
	$(call BUILD,build) --target farkas_python python_bench
	rm -f docs/bench/*.csv docs/bench/*.svg
	for section in "pairs --instructions $(BENCH)" "mesh $(BENCH)" "trees $(BENCH)" "trees --rules" cells world "motion $(ROBOTS)" "robots $(ROBOTS)" "plan $(ROBOTS)" embed; do \
	    build/farkas bench $$section --out docs -v || exit; done >build/bench.txt
	build/farkas bench page --out docs --readme README.md -v

papers: ## run every experiment of the papers, and write docs/papers.md
	@cmake/setup.sh papers
	$(call CONFIGURE,release) -DFARKAS_TESTS=OFF -DFARKAS_PEERS=ON
	$(call BUILD,build)
	rm -rf docs/papers docs/papers.md
	build/farkas papers all --out docs >build/papers.txt

pictures: all ## draw the pictures of README.md and docs/ anew, into docs/pictures
	@sh cmake/pictures.sh build docs/pictures

dist: ## write the source archive build/dist/farkas-VERSION.tar.xz, of the committed files
	@sh cmake/dist.sh build/dist

deb: ## build the Debian packages of the committed files, in build/deb
	@cmake/setup.sh deb
	@sh cmake/deb.sh build/deb $(JOBS)

ways: ## try WAYS to get Farkas (source cmake pkgconfig two_files python npm), each from nothing; minutes
	@cmake/setup.sh ways
	@sh test/ways/run.sh . build/ways $(WAYS)

test-deb: ## build the Debian packages twice, install, use and remove them in a clean root; a quarter of an hour
	@cmake/setup.sh deb-test
	@sh test/ways/run.sh . build/ways apt

web: ## make web/dist again, after a change of web/src or of the library in it
	@$(NEEDS_NPM)
	@sh web/build_wasm.sh web/dist/farkas.wasm || { echo "clang 14, lld, wasi-libc, libclang-rt-14-dev-wasm32 and binaryen are needed" >&2; exit 1; }
	cd web && npm ci --ignore-scripts --no-audit --no-fund && node build.mjs

npm: ## pack the npm package, of web/dist and web/src, into build/npm
	@$(NEEDS_NPM)
	@node web/pack.mjs build/npm

single: ## write the core as two files, build/single/farkas.h and farkas.c
	@$(PYTHON) -B cmake/single.py . build/single

format: ## format all C files with clang-format 14
	@sh test/rules/format.sh . -i

setup: ## install what building and testing need
	@cmake/setup.sh test

clean: ## remove all build folders
	rm -rf build build-*

help: ## show this list
	@echo "make [TARGET] [JOBS=$(JOBS)]"
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/\1|\2/p' Makefile | awk -F'|' '{ printf "  %-11s %s\n", $$1, $$2 }'
