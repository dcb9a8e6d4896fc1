// SPDX-License-Identifier: Apache-2.0

/// The data of a QR code before error correction.
enum QRPayload {
  /// The mode (bytes), the count, the bytes, and filling up to the version's length.
  static func words(of bytes: [UInt8], in version: QRVersion) -> [UInt8] {
    var bits: [Bool] = []
    func append(_ value: Int, _ count: Int) {
      for bit in (0..<count).reversed() { bits.append(value >> bit & 1 == 1) }
    }
    append(0b0100, 4)
    append(bytes.count, version.countBits)
    for byte in bytes { append(Int(byte), 8) }
    // The terminator, and zeros up to a whole codeword.
    append(0, min(4, 8 * version.data - bits.count))
    append(0, (8 - bits.count % 8) % 8)
    var words = stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<(start + 8)].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
    }
    var filler: UInt8 = 0xEC
    while words.count < version.data {
      words.append(filler)
      filler ^= 0xEC ^ 0x11
    }
    return words
  }
}

/// Error correction over the field of 256 elements of the polynomial 0x11D.
enum ReedSolomon {
  /// The error correction codewords of some data.
  static func remainder(of data: [UInt8], count: Int) -> [UInt8] {
    let divisor = generator(count)
    var rest = [UInt8](repeating: 0, count: count)
    for byte in data {
      let factor = byte ^ rest.removeFirst()
      rest.append(0)
      for index in 0..<count { rest[index] ^= product(divisor[index], factor) }
    }
    return rest
  }

  /// (x - 1)(x - 2)(x - 4)…, without its first coefficient, which is one.
  private static func generator(_ count: Int) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: count)
    result[count - 1] = 1
    var root: UInt8 = 1
    for _ in 0..<count {
      for index in 0..<count {
        result[index] = product(result[index], root)
        if index + 1 < count { result[index] ^= result[index + 1] }
      }
      root = product(root, 2)
    }
    return result
  }

  private static func product(_ one: UInt8, _ other: UInt8) -> UInt8 {
    var result = 0
    for bit in (0..<8).reversed() {
      result = result << 1 ^ (result >> 7 & 1) * 0x11D
      result ^= Int(other >> bit & 1) * Int(one)
    }
    return UInt8(result & 0xFF)
  }
}
