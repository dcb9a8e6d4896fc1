// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The headers of tokens that were read last, by their letters.
///
/// What a header says follows from its letters alone, and nearly all tokens of an issuer begin with the same ones. A few
/// short ones are kept, whatever arrives.
final class RecentHeaders: Sendable {
  /// Those of all tokens of this process.
  static let shared = RecentHeaders()

  private static let limit = 8
  /// The longest that is kept, in letters.
  private static let longest = 512

  private struct Entry {
    let letters: [UInt8]
    let header: JOSEHeader
  }

  private struct State {
    var entries: [Entry] = []
    /// The entry that is replaced next: the oldest.
    var oldest = 0
  }

  private let state = Mutex(State())

  /// The header with these letters, if it is kept.
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

  /// Keeps a header that was read and found sound.
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
