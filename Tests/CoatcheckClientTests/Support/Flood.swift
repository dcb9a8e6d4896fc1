// SPDX-License-Identifier: Apache-2.0

import TestKit

/// A sum to which any thread can add.
final class Counter: Sendable {
  private let sum = Mutex(0)
  var value: Int { sum.withLock { $0 } }
  func add(_ number: Int) { sum.withLock { $0 += number } }
}

/// Writes a very long or endless body.
enum Flood {
  static func pour(
    _ length: Int, into socket: RawSocket, _ count: (Int) -> Void, chunked: Bool = false
  ) {
    let piece = [UInt8](repeating: 0x20, count: 64 << 10)
    let framed = chunked ? Array("10000\r\n".utf8) + piece + [13, 10] : piece
    var rest = length
    while rest > 0, socket.write(framed) {
      rest -= piece.count
      count(piece.count)
    }
  }
}
