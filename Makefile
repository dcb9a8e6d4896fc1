# SPDX-License-Identifier: Apache-2.0
# `make help` lists the targets. Each installs what it needs and says so.
.DEFAULT_GOAL := help
.PHONY: help setup build test everything soak api sanitize fuzz differential demo demo-idaas demo-website coverage lint layers size format front-door api-diff reference snippets shell-lines tutorials \
	docs bench footprint embedded install apple apple-faults mutation clean
SHELL := /bin/bash

# `make demo BROWSER=1` must not reach the programs as $BROWSER.
unexport BROWSER

# A warning is an error in this repository's own checks, and not for those who build it to use it.
export COATCHECK_WARNINGS := error
install bench embedded: COATCHECK_WARNINGS :=

PREFIX ?= /usr/local
RESULTS := .build/results
SWIFT := Package.swift Sources Providers Server Command Testing Tests Examples Benchmarks Fuzz/Sources

help:        ## this list
	@awk -F':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup:       ## install the system packages that building needs
	@scripts/setup build

build: setup ## build everything, debug
	@echo "==> building (a first build takes five to twenty minutes on two cores)"
	swift build --build-tests

lint:        ## format, layers, words, links, topics and the tables of tests; needs no build
	@echo "==> format"
	@swift format lint --strict --recursive --parallel $(SWIFT)
	@echo "==> layers"
	@scripts/check-layers
	@echo "==> words"
	@scripts/check-words
	@echo "==> links"
	@scripts/check-links
	@scripts/topics
	@scripts/diagrams --check
	@scripts/badges --check
	@scripts/errors --check
	@scripts/apple --census
	@echo "==> tables of tests"
	@scripts/test-coverage -q
	@scripts/coverage
	@scripts/mutation --check

layers: lint

format:      ## format all sources in place
	swift format --in-place --recursive --parallel $(SWIFT)

test:        ## everything that must pass, from a clean clone
	@scripts/setup test
	@$(MAKE) --no-print-directory lint
	@echo "==> building the tests (a first build takes five to twenty minutes on two cores)"
	swift build --build-tests
	@echo "==> footprint (the light half, two to four minutes the first time)"
	@scripts/footprint
	@echo "==> front door"
	@scripts/front-door
	@echo "==> public interface"
	@scripts/api-diff
	@echo "==> comments of the public interface"
	@scripts/reference
	@echo "==> code in the pages"
	@scripts/snippets
	@echo "==> shell lines in the pages"
	@scripts/shell-lines
	@echo "==> the code for Apple's systems, against stand-ins (two to four minutes the first time)"
	@scripts/apple
	@echo "==> tests"
	@scripts/run-tests $(RESULTS)

everything:  ## every target with a small budget, and how long each took; TARGETS="fuzz docs" runs only those
	@scripts/everything $(TARGETS)

soak:        ## the tests of faults with all their rounds, or with at most SOAK_ROUNDS
	@scripts/setup test
	swift build --build-tests
	$(if $(SOAK_ROUNDS),COATCHECK_SOAK_ROUNDS=$(SOAK_ROUNDS),COATCHECK_SOAK=1) swift test --skip-build --disable-xctest --filter 'FaultTests|TogetherTests|KillTests|NodeTests|SQLiteBackupTests|KilledSiteTests|SeveralProcessesTests|SiteCrashPointTests|SeveralMachinesTests|SlowProviderTests|GrowthTests|MutationTests|WebsiteSoakTests'

api:         ## administration against its OpenAPI document, by schemathesis: EXAMPLES (400) of each operation, 10,000 requests and more
	@scripts/setup test
	swift build --build-tests
	COATCHECK_SCHEMATHESIS_EXAMPLES=$(or $(EXAMPLES),400) swift test --skip-build --disable-xctest --filter '^CoatcheckDaemonTests\..*AdministrationContractTests'

sanitize:    ## the tests of one process under the thread and the address sanitizer, each with its own build
	@scripts/setup test
	@scripts/sanitize

fuzz:        ## the parsers of untrusted input, under libFuzzer: FUZZ_SECONDS (600) each, seven of them
	@scripts/setup build
	@scripts/fuzz

differential: ## TOKENS (100,000) changed tokens, shown to Coatcheck and to jwt-kit; a package of its own, in release
	@scripts/setup build
	@echo "==> building jwt-kit beside Coatcheck (ten to twenty minutes the first time)"
	@swift build -c release --package-path Tests/Differential
	@swift run -c release --skip-build --package-path Tests/Differential differential $(TOKENS) $(SEED)

size:        ## code lines and files by wing; scripts/size --against REVISION compares
	@scripts/size

front-door:  ## the types and declarations that an app gets from "import Coatcheck": run after make build
	@scripts/front-door

api-diff:    ## the public interface against the lists in docs/api: run after make build; UPDATE=1 writes the lists
	@scripts/api-diff $(if $(UPDATE),--update)

reference:   ## the comment of each public function explains its parameters and errors: run after make build
	@scripts/reference $(MODULES)

snippets:    ## every block of Swift in the pages compiles: run after make build
	@scripts/snippets

shell-lines: ## every shell line in the pages runs, or says why not: run after make build
	@scripts/shell-lines

tutorials:   ## follows each page of docs/tutorials to the letter, in an empty folder; NAMES="website api" only those
	@scripts/setup test
	@swift build --product coatcheck
	@swift build --product coatcheckd
	@swift build --product coatcheck-standin
	@scripts/tutorials $(NAMES)

coverage:    ## which known attack, and which line of the documents, has a test: run after make test
	@scripts/coverage $(RESULTS)

demo:        ## sign in, call an API, refresh and sign out against a real server; BROWSER=1 opens yours
	@scripts/setup build
	@echo "==> building the server and the demo (a first build takes five to twenty minutes on two cores)"
	@swift build --product coatcheckd
	@swift build --product coatcheck-demo
	@swift run --skip-build coatcheck-demo $(if $(BROWSER),--browser)

demo-website: ## a website whose users sign in at coatcheckd; BROWSER=1 goes on until you end it
	@scripts/setup build
	@echo "==> building the server and the website (a first build takes five to twenty minutes on two cores)"
	@swift build --product coatcheckd
	@swift build --product coatcheck-standin
	@swift build --product AlbumsExample
	@scripts/demo-website $(if $(BROWSER),--browser)

demo-idaas:  ## social login with phone binding, by pages and by calls; BROWSER=1 opens yours
	@scripts/setup build
	@echo "==> building the demo (a first build takes five to twenty minutes on two cores)"
	@swift build --product coatcheck-demo
	@swift run --skip-build coatcheck-demo --idaas $(if $(BROWSER),--browser)

docs:        ## the API reference as one static site, into .build/docs: run after make build
	@scripts/topics
	@scripts/docs .build/docs

bench:       ## measure, in release; read Benchmarks/README.md first; ROUNDS, SECONDS_OF_LOAD and ACCOUNTS make it shorter
	@Benchmarks/run

footprint:   ## an app without the NIO trait: what it checks out and links, that it runs, and that warnings of ours do not stop it
	@scripts/footprint
	@scripts/footprint --dependents

embedded:    ## the examples that are packages of their own build against this one, and answer
	@scripts/setup build
	@scripts/embedded

install:     ## the commands, release, with the standard library linked in, into PREFIX
	@scripts/install-tools $(PREFIX)

apple:       ## the code for Apple's systems, compiled and tested on Linux against stand-ins of the frameworks
	@scripts/setup build
	@echo "==> the code for Apple's systems, against stand-ins (two to four minutes the first time)"
	@scripts/apple

apple-faults: ## break the code for Apple's systems line by line: a test has to fail each time; FAULTS="A-1 A-2" plants only those
	@scripts/apple --faults $(FAULTS)

mutation:    ## break a line for each of sixty rows of the guides: the test that is cited has to fail
	@scripts/setup test
	@scripts/mutation $(ROWS)

clean:       ## forget every build
	rm -rf .build .build-*
