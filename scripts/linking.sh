# SPDX-License-Identifier: Apache-2.0
# Sourced from the root of the package: how programs are linked that are installed or measured. docs/decisions/0036 has the reasons.
#
# linking: the arguments of `swift build`. floor_linking: those of `swiftc`, for a program that is measured beside ours.
linking=()
floor_linking=()
if [[ $(uname) == Linux ]]; then
  # The linker takes the archive when it is the only one of that name in the first folder.
  archives=$PWD/.build-static/archives
  mkdir -p "$archives"
  ln -sf "$(${CC:-cc} -print-file-name=libstdc++.a)" "$archives/libstdc++.a"
  arguments=(-Xlinker "-L$archives" -Xlinker --no-export-dynamic)
  # The loader of glibc 2.36 and later reads relocations in the packed form, a hundredth of the size.
  read -r _ glibc < <(getconf GNU_LIBC_VERSION 2> /dev/null) || glibc=0
  if printf '2.36\n%s\n' "$glibc" | sort --check=quiet --version-sort; then
    arguments+=(-Xlinker -z -Xlinker pack-relative-relocs)
  fi
  linking=(-Xswiftc -use-ld=lld --disable-local-rpath "${arguments[@]}")
  floor_linking=(-use-ld=lld -no-toolchain-stdlib-rpath "${arguments[@]}")
fi
