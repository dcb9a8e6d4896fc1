// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#endif

/// The cryptographic random generator of the system. All bytes are read with one system call, since the
/// call takes most of the time, and each signed request needs sixteen bytes.
enum SystemRandom {
  static func bytes(_ count: Int) -> [UInt8] {
    #if canImport(Glibc)
      // "The maximum permitted value for the length argument is 256."
      if (1...256).contains(count) {
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
          filled = getentropy(buffer.baseAddress, count) == 0 ? count : 0
        }
        if bytes.count == count { return bytes }
      }
    #endif
    var generator = SystemRandomNumberGenerator()
    return (0..<max(count, 0)).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }
}
