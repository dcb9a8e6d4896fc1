// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A cache of parsed headers, with the encoded header as the key.
///
/// Nearly all tokens of an issuer have the same header, and its content depends on its encoded form only.
/// Number and length of the entries are limited.
final class RecentHeaders: Sendable {
  /// The cache of this process.
  static let shared = RecentHeaders()

  private static let limit = 8
  /// The maximum length of a cached header, in characters of its encoded form.
  private static let longest = 512

  private struct Entry {
    let letters: [UInt8]
    let header: JOSEHeader
  }

  private struct State {
    var entries: [Entry] = []
    /// The index of the oldest entry, which is replaced next.
    var oldest = 0
  }

  private let state = Mutex(State())

  /// The cached header with this encoded form; nil if it is not in the cache.
  func header(of letters: UnsafeBufferPointer<UInt8>) -> JOSEHeader? {
    state.withLock { state in
      for index in state.entries.indices {
        let isSame = state.entries[index].letters.withUnsafeBufferPointer {
          WordScan.isEqual($0, letters)
        }
        if isSame { return state.entries[index].header }
      }
      return nil
    }
  }

  /// Stores a header that was read and is valid.
  func keep(_ header: JOSEHeader, of letters: UnsafeBufferPointer<UInt8>) {
    guard letters.count <= Self.longest else { return }
    let entry = Entry(letters: Array(letters), header: header)
    state.withLock { state in
      if state.entries.count < Self.limit {
        state.entries.append(entry)
      } else {
        state.entries[state.oldest] = entry
        state.oldest = (state.oldest + 1) % Self.limit
      }
    }
  }
}
