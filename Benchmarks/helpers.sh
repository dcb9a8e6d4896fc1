#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# How long each helper takes with a cached token, as a whole process, beside `coatcheck token` in the same run, on the same
# store of plain files. Usage: Benchmarks/helpers.sh [PATH-OF-COATCHECK]
set -euo pipefail
cd "$(dirname "$0")/.."
. Benchmarks/release.sh
of_command "$@"
export COATCHECK_HOME=$work/home XDG_CONFIG_HOME=$work/config
"$COATCHECK_BENCHMARKS" store "$COATCHECK_HOME/sessions"
# No second program in reach: a run that needs it would fail instead of being measured.
export COATCHECK_EXEC_PATH=/nonexistent
mkdir -p "$XDG_CONFIG_HOME/coatcheck"
echo 'https://git.example main' > "$XDG_CONFIG_HOME/coatcheck/places"
printf 'protocol=https\nhost=git.example\n' > "$work/git"
printf 'git.example' > "$work/docker"
echo '{"uri":"https://git.example/cache"}' > "$work/bazel"
export CARGO_REGISTRY_INDEX_URL=sparse+https://git.example/index/
export KUBERNETES_EXEC_INFO='{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","spec":{"cluster":{"server":"https://git.example"},"interactive":false}}'

# Google's libraries want an ID token, which this account does not have.
"$COATCHECK_BENCHMARKS" processes \
  git "$program helper git get < $work/git" kubernetes "$program helper kubernetes" \
  docker "$program helper docker get < $work/docker" mail "$program helper mail" \
  curl "$program helper curl https://git.example/a" netrc "$program helper netrc https://git.example" \
  keyring "$program helper keyring get https://git.example u" cargo "$program helper cargo" \
  go "$program helper go https://git.example" terraform "$program helper terraform get git.example" \
  bazel "$program helper bazel get < $work/bazel" "coatcheck token" "$program token"
