#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What an SQLite store with a thousand and with a million accounts takes for each use, and how much memory.
# Usage: Benchmarks/scale.sh [FOLDER]; the folder must be on a disk (2.6 GB), or fsync costs nothing.
set -eu
cd "$(dirname "$0")/.."
. Benchmarks/release.sh

COATCHECK_BENCHMARKS=${COATCHECK_BENCHMARKS:-$(built CoatcheckBenchmarks)}
work=$(mktemp -d "${1:-.build-static}/scale.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
for accounts in 1000 "${ACCOUNTS:-1000000}"; do
  "$COATCHECK_BENCHMARKS" scale "$work/$accounts.sqlite" "$accounts"
  "$COATCHECK_BENCHMARKS" scale "$work/$accounts.sqlite"
done
