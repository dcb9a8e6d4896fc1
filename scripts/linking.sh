# SPDX-License-Identifier: Apache-2.0
# Sourced from the root of the package: sets `linking`, the arguments by which programs are linked that are installed or measured.
#
# The Swift libraries are linked in by the one who builds: half the start-up time, and no toolchain libraries needed where the
# program runs. Here the C++ library is too, and no symbol is exported: nothing loads them, and a program looks each of them up
# when it starts.
linking=()
if [[ $(uname) == Linux ]]; then
  # The linker takes the archive when it is the only one of that name in the first folder.
  archives=$PWD/.build-static/archives
  mkdir -p "$archives"
  ln -sf "$(${CC:-cc} -print-file-name=libstdc++.a)" "$archives/libstdc++.a"
  linking=(-Xlinker "-L$archives" -Xlinker --no-export-dynamic)
fi
