// SPDX-License-Identifier: Apache-2.0

/// Just enough of gzip (RFC 1952) to be sent to a client.
enum Gzip {
  private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]

  /// The bytes in one stored block.
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    let length = UInt16(bytes.count)
    var block: [UInt8] = [1]
    block += little(length) + little(~length) + bytes
    return header + block + little(checksum(bytes)) + little(UInt32(bytes.count))
  }

  /// A bomb: each byte of it becomes 1,032 zeros. It has no end.
  static func bomb(_ count: Int) -> [UInt8] {
    // A block with two codes of one bit each, so that a zero byte means four repetitions of 258 bytes.
    let block: [UInt8] = [
      0xEC, 0xC1, 0x01, 0x01, 0, 0, 0, 0x80, 0x90, 0xFE, 0xAF, 0xEE, 0x08, 0x0A,
    ]
    return header + block + [UInt8](repeating: 0, count: count)
  }

  private static func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum = ~UInt32(0)
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? (sum >> 1) ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }
}
