#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# How long a command takes to print a cached token, as a whole process, beside oidc-token of oidc-agent in the same
# run. oidc-agent keeps its account at coatcheckd, which it signs in to first.
# Usage: Benchmarks/token-command.sh COATCHECKD [LABEL COMMAND]...
# A command is words parted by single spaces and has what it needs in its environment, such as COATCHECK_HOME.
# Without one it is `coatcheck token` on a sealed store of its own, whose key is in the kernel's keyring; and beside
# it what a static Swift program takes that prints a line, or reads a file with Foundation's essentials and prints it.
set -euo pipefail
cd "$(dirname "$0")/.."
. Benchmarks/release.sh
daemon=${1:-$(built coatcheckd)}
shift || true
COATCHECK_BENCHMARKS=${COATCHECK_BENCHMARKS:-$(built CoatcheckBenchmarks)}
for program in oidc-agent oidc-gen oidc-token python3; do
  command -v "$program" > /dev/null || {
    echo "token-command: $program is not installed (Benchmarks/peers/setup); nothing is measured" >&2
    exit 0
  }
done

work=$(mktemp -d)
chmod 700 "$work"
server= OIDCD_PID=
end() {
  [[ -z $server ]] || kill "$server" 2> /dev/null || true
  [[ -z $OIDCD_PID ]] || kill "$OIDCD_PID" 2> /dev/null || true
  rm -rf "$work"
}
trap end EXIT
trap 'exit 1' INT TERM

# waiting SECONDS COMMAND...: tries the command ten times a second until it succeeds.
waiting() {
  local tries=$(($1 * 10))
  shift
  while ! "$@"; do
    ((tries-- > 0)) || return 1
    sleep 0.1
  done
}

# The provider, with a user and a client.
secret=benchmark-secret-0123456789-0123456789
password='correct horse battery staple'
# oidc-agent waits for the browser at the first of these that is free; the port of a run before is not at once.
redirects=$(printf 'http://localhost:%d ' {4250..4269})
redirects=${redirects% }
cat > "$work/seed.json" << JSON
{"users": [{"username": "alice", "password": "$password"}],
 "clients": [{"id": "agent", "secret": "$secret", "redirectURIs": ["${redirects// /\", \"}"],
   "scopes": ["openid", "offline_access"]}]}
JSON
"$daemon" serve --port 0 --database "$work/server.sqlite" --seed "$work/seed.json" --ready-file "$work/ready" \
  > "$work/server.log" 2>&1 &
server=$!
waiting 20 test -s "$work/ready" || { cat "$work/server.log" >&2; exit 1; }

# The peer, with an account there.
export OIDC_CONFIG_DIR=$work/agent OIDC_ENCRYPTION_PW=benchmark
mkdir -m 700 "$OIDC_CONFIG_DIR"
eval "$(oidc-agent --quiet --no-autoreauthenticate)"
timeout 60 oidc-gen bench --iss "$(< "$work/ready")" --client-id agent --client-secret "$secret" \
  --redirect-uri "$redirects" --scope "openid offline_access" --flow=code --no-url-call --no-scheme \
  --pw-env --prompt=none --confirm-default > "$work/gen.log" 2>&1 &
generating=$!
address() { url=$(grep -oEm1 'http://127[^ ]*response_type=code[^ ]*' "$work/gen.log"); }
waiting 20 address || { cat "$work/gen.log" >&2; exit 1; }
python3 Benchmarks/peers/oidc-agent/sign-in.py "$url" alice "$password" > /dev/null
wait "$generating" || { cat "$work/gen.log" >&2; exit 1; }
[[ -n $(oidc-token bench) ]]

if (($# == 0)); then
  export COATCHECK_HOME=$work/home
  # No second program in reach: a run that needs it would fail instead of being measured.
  export COATCHECK_EXEC_PATH=/nonexistent
  "$COATCHECK_BENCHMARKS" sealed-store "$COATCHECK_HOME"
  COATCHECK=${COATCHECK:-$(built coatcheck)}
  echo 'print("hello")' > "$work/line.swift"
  cat > "$work/file.swift" << 'SWIFT'
import FoundationEssentials
let data = try Data(contentsOf: URL(filePath: CommandLine.arguments[1]))
print(String(decoding: data, as: UTF8.self))
SWIFT
  . scripts/linking.sh
  for floor in line file; do
    swiftc -O -static-stdlib "${floor_linking[@]}" -o "$work/$floor" "$work/$floor.swift"
    strip "$work/$floor"
  done
  set -- "coatcheck token (sealed store)" "$COATCHECK token" "Swift, prints a line" "$work/line" \
    "Swift, prints a file" "$work/file $work/seed.json"
fi
"$COATCHECK_BENCHMARKS" processes "$@" "oidc-token (oidc-agent running)" "$(command -v oidc-token) bench"
