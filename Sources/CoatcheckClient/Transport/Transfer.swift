// SPDX-License-Identifier: Apache-2.0

package import CoatcheckOAuth
package import HTTPTypes
import Synchronization
package import CoatcheckFoundation

/// A request and its response while both are under way: what the transports with streams have in
/// common.
///
/// It has a task of its own, which ends when the response has ended, or is cancelled when no caller
/// has the response any more.
package final class Transfer: Sendable {
  enum Part: Sendable {
    case head(HTTPResponse, length: Int64?)
    case chunk(Data)
  }

  private let parts = RendezvousChannel<Part>()
  private let watch: IdleWatch
  private let limit: ResponseLimit
  private let method: HTTPRequest.Method
  private let counted = Mutex<(status: Int, bytes: Int)>((0, 0))

  private init(
    _ method: HTTPRequest.Method, _ limit: ResponseLimit, _ environment: RuntimeEnvironment
  ) {
    self.method = method
    self.limit = limit
    watch = IdleWatch(limit.deadline, environment: environment)
  }

  /// Starts a transfer, and returns when the head of the response is there.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - limit: The longest body, and the longest time without a byte.
  ///   - environment: The clock.
  ///   - late: The error for a transfer without progress.
  ///   - failure: Converts an error of the transport.
  ///   - work: Performs the transfer, and heeds cancellation: it calls ``received(_:)`` for the head
  ///     and ``received(chunk:)`` for each chunk.
  package static func open(
    _ request: HTTPRequest, limit: ResponseLimit, environment: RuntimeEnvironment, late: OAuthError,
    failure: @escaping @Sendable (any Error) -> OAuthError,
    _ work: @escaping @Sendable (Transfer) async throws -> Void
  ) async throws(OAuthError) -> StreamedResponse {
    let transfer = Transfer(request.method, limit, environment)
    let (parts, watch) = (transfer.parts, transfer.watch)
    let task = Task {
      do {
        try await withThrowingTaskGroup(of: Bool.self) { group in
          defer { group.cancelAll() }
          group.addTask {
            try await work(transfer)
            return true
          }
          group.addTask {
            try await watch.expiry()
            return false
          }
          guard try await group.next() == true else { throw late }
        }
        parts.finish()
      } catch {
        parts.finish(failure(error))
      }
    }
    let hold = Holder(task)
    guard case .head(let head, let length)? = try await parts.take() else {
      throw .unreadable(.replyMalformed, "The response has no head.")
    }
    let body = ResponseBody { () async throws(OAuthError) in
      defer { withExtendedLifetime(hold) {} }
      guard case .chunk(let chunk)? = try await parts.take() else { return nil }
      return chunk
    }
    return StreamedResponse(head: head, body: body, length: length)
  }

  /// Records that bytes of the request were sent, for a transport that sends them by itself.
  package func moved() { watch.move() }

  /// Passes the head of the response to the reader.
  ///
  /// - Throws: `unreadable` when it announces a body that is longer than the limit.
  package func received(_ head: HTTPResponse) async throws {
    let length = head.announcedLength(to: method)
    counted.withLock { $0.status = head.status.code }
    if let length, length > limit.bytes { throw tooLong(head.status.code) }
    // A compressed body is counted after decompression, so its announced length is not its length here.
    let isPlain = head.headerFields[.contentEncoding] == nil
    watch.pause()
    try await parts.give(.head(head, length: isPlain ? length : nil))
    watch.resume()
  }

  /// Passes a chunk on, as soon as the reader requests it.
  ///
  /// - Throws: `unreadable` when it is more than the limit allows.
  package func received(chunk: Data) async throws {
    let (status, isTooLong) = counted.withLock { counted in
      counted.bytes += chunk.count
      return (counted.status, counted.bytes > limit.bytes)
    }
    if isTooLong { throw tooLong(status) }
    watch.pause()
    try await parts.give(.chunk(chunk))
    watch.resume()
  }

  /// Passes the chunks of the request body to the connection, each after the last one was taken.
  ///
  /// - Throws: What the chunks throw; the connection gets the same error.
  package func send(_ chunks: RequestBody.BodyChunks, through feed: RendezvousChannel<Data>)
    async throws
  {
    do {
      var iterator = chunks.makeAsyncIterator()
      while true {
        // The program may take its time for the next chunk.
        watch.pause()
        let chunk = try await iterator.next()
        watch.resume()
        guard let chunk else { break }
        try await feed.give(chunk)
        watch.move()
      }
      feed.finish()
    } catch {
      let error = RequestBody.failure(error)
      feed.finish(error)
      throw error
    }
  }

  private func tooLong(_ status: Int) -> OAuthError {
    .unreadable(
      .replyMalformed, "The response is longer than \(limit.bytes) bytes.", status: status)
  }
}

/// Cancels a task when it is deinitialized.
private final class Holder: Sendable {
  private let task: Task<Void, Never>
  init(_ task: Task<Void, Never>) { self.task = task }
  deinit { task.cancel() }
}
