# SPDX-License-Identifier: Apache-2.0
# Sourced from the root of the package: how programs are linked that are installed or measured. docs/decisions/0036 has the reasons.
#
# linking: the arguments of `swift build`; static_linking: more of them, for a program that has the C library in it as well.
# floor_linking: those of `swiftc`, for a program that is measured beside `coatcheck`.
linking=()
static_linking=()
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
  # Where the machine has the C library as an archive.
  if [[ -e $(${CC:-cc} -print-file-name=libc.a) && -e $(${CC:-cc} -print-file-name=rcrt1.o) ]]; then
    static_linking=(-Xswiftc -Xclang-linker -Xswiftc -static-pie)
    floor_linking=(-Xclang-linker -static-pie)
  fi
  # The code finds the metadata of a generic type by a call. By its name, the runtime goes through all conformances in the program.
  compiling=(-Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors)
  linking=("${compiling[@]}" -Xswiftc -use-ld=lld --disable-local-rpath "${arguments[@]}")
  floor_linking+=(-use-ld=lld -no-toolchain-stdlib-rpath "${arguments[@]}")
fi
