// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// One piece, then an error that ends the connection.
final class Halves: Sendable {
  private let piece: Mutex<[UInt8]?>

  struct CutOff: Error {}

  init(_ piece: [UInt8]) { self.piece = Mutex(piece) }

  func next() throws -> [UInt8] {
    guard let next = piece.withLock({ $0.take() }) else { throw CutOff() }
    return next
  }
}

/// A gzip stream (RFC 1952) without end: each byte of it becomes 1,032 zeros.
final class BombPieces: Sendable {
  private let isBegun = Mutex(false)

  private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
  /// A block with two codes of one bit each: a zero byte repeats 258 bytes four times.
  private static let block: [UInt8] = [
    0xEC, 0xC1, 0x01, 0x01, 0, 0, 0, 0x80, 0x90, 0xFE, 0xAF, 0xEE, 0x08, 0x0A,
  ]

  func next() -> [UInt8] {
    let zeros = [UInt8](repeating: 0, count: 1 << 10)
    let wasBegun = isBegun.withLock { isBegun in
      defer { isBegun = true }
      return isBegun
    }
    return wasBegun ? zeros : Self.header + Self.block + zeros
  }
}
