// SPDX-License-Identifier: Apache-2.0

import TestKit

extension AsyncStream where Element == Data {
  /// The bytes in pieces of at most one size, with an empty piece after each.
  static func pieces(of data: Data, each size: Int = 1 << 20) -> AsyncStream {
    AsyncStream { continuation in
      for start in stride(from: 0, to: data.count, by: size) {
        continuation.yield(data[start..<Swift.min(start + size, data.count)])
        continuation.yield(Data())
      }
      continuation.finish()
    }
  }
}
