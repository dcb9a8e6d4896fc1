// SPDX-License-Identifier: Apache-2.0

/// Which Ed25519 keys are accepted.
enum Ed25519Range {
  /// Refuses the public keys under which one signature is valid for many messages: the points of order
  /// 1, 2, 4 and 8, in each of their encodings.
  static func check(_ key: [UInt8]) throws(JOSEError) {
    var y = key
    // The highest bit is the sign of x. The order of the point does not depend on it.
    y[31] &= 0x7F
    guard !smallOrder.contains(y) else {
      throw JOSEError(.invalidKey, "an Ed25519 key of small order")
    }
  }

  /// The y coordinates of the points of small order, least significant byte first, also those not
  /// reduced modulo 2^255 - 19.
  private static let smallOrder: Set<[UInt8]> = [
    // 0, order 4
    [UInt8](repeating: 0, count: 32),
    // 1, order 1
    [1] + [UInt8](repeating: 0, count: 31),
    // The two y coordinates of order 8
    [
      0x26, 0xE8, 0x95, 0x8F, 0xC2, 0xB2, 0x27, 0xB0, 0x45, 0xC3, 0xF4, 0x89, 0xF2, 0xEF, 0x98,
      0xF0,
      0xD5, 0xDF, 0xAC, 0x05, 0xD3, 0xC6, 0x33, 0x39, 0xB1, 0x38, 0x02, 0x88, 0x6D, 0x53, 0xFC,
      0x05,
    ],
    [
      0xC7, 0x17, 0x6A, 0x70, 0x3D, 0x4D, 0xD8, 0x4F, 0xBA, 0x3C, 0x0B, 0x76, 0x0D, 0x10, 0x67,
      0x0F,
      0x2A, 0x20, 0x53, 0xFA, 0x2C, 0x39, 0xCC, 0xC6, 0x4E, 0xC7, 0xFD, 0x77, 0x92, 0xAC, 0x03,
      0x7A,
    ],
    // p - 1, order 2; p and p + 1, which are 0 and 1 again
    [0xEC] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
    [0xED] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
    [0xEE] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
  ]
}
