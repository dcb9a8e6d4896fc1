// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckFoundation
import CoatcheckOAuth

/// The body of a request: the bytes that were read already, and those that come in.
struct ProxyUpload: AsyncSequence, Sendable {
  let start: Data
  let rest: RendezvousChannel<Data>

  func makeAsyncIterator() -> Iterator { Iterator(start: start, rest: rest) }

  struct Iterator: AsyncIteratorProtocol {
    var start: Data?
    let rest: RendezvousChannel<Data>

    mutating func next() async throws(OAuthError) -> Data? {
      if let first = start {
        start = nil
        return first
      }
      return try await rest.take()
    }
  }
}
