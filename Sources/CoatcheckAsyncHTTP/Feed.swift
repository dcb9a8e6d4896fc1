// SPDX-License-Identifier: Apache-2.0

#if NIO
  import CoatcheckClient
  import CoatcheckOAuth
  import Foundation
  import NIOCore
  import NIOFoundationCompat

  /// The chunks of a request's body, in the form that AsyncHTTPClient reads.
  ///
  /// AsyncHTTPClient passes a chunk to the event loop of the connection and requests the next one
  /// before the loop has handled it; only the loop finds out that the server accepts no more data. So
  /// the iterator waits for one turn of that loop before each chunk. Otherwise a fast disk would fill
  /// the memory.
  ///
  /// For a body of known length the end of the sequence is reported right after the last byte, without
  /// waiting for the loop. A server may respond and close the connection as soon as it has that byte,
  /// and if the request has not ended by then, AsyncHTTPClient drops what it has of the response.
  struct Feed: AsyncSequence, Sendable {
    let feed: RendezvousChannel<Data>
    let loop: any EventLoop
    /// The bytes that are still to come, where that is known.
    let rest: Int64?

    func makeAsyncIterator() -> Iterator { Iterator(feed: feed, loop: loop, rest: rest) }

    struct Iterator: AsyncIteratorProtocol {
      let feed: RendezvousChannel<Data>
      let loop: any EventLoop
      var rest: Int64?

      mutating func next() async throws -> ByteBuffer? {
        if rest == 0 { return nil }
        try await loop.submit {}.get()
        guard let chunk = try await feed.take() else { return nil }
        rest? -= Int64(chunk.count)
        return ByteBuffer(data: chunk)
      }
    }
  }
#endif
