// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTPTypes
import Synchronization

/// A connection that was accepted. It responds to one request after the other, each in a task of its own.
///
/// A listener that is stopped drops the connections that it has accepted and not yet served: a dropped connection
/// closes itself.
final class AcceptedConnection: ServerChildChannelValue {
  /// Responds to a request of the connection.
  typealias Responder =
    @Sendable (ServedRequest, _ channel: any Channel) async -> StreamingServedResponse

  let channel: any Channel
  private let respond: Responder
  private let executor: EventLoopExecutor
  private let state = Mutex(State())

  private struct State {
    var isServed = false
    /// The first request, which may arrive before the connection is served.
    var first: ServedRequest?
    /// The number of the request that is being answered.
    var number = 0
    var answering: Task<Void, Never>?
    var isCancelled = false
  }

  init(_ channel: any Channel, respond: @escaping Responder) {
    self.channel = channel
    self.respond = respond
    executor = EventLoopExecutor(channel.eventLoop)
  }

  deinit { channel.close(promise: nil) }

  /// Serves until the connection is closed and the task of its last request has ended. If this task is
  /// cancelled, so is that of the request, and the connection closes after the response.
  func serve() async {
    await withTaskExecutorPreference(executor) {
      await withTaskCancellationHandler {
        let first = state.withLock {
          $0.isServed = true
          return $0.first.take()
        }
        if let first { answer(first) }
        // The future never fails.
        try? await channel.closeFuture.get()
        await state.withLock(\.answering)?.value
      } onCancel: {
        channel.pipeline.fireUserInboundEventTriggered(EndOfConnection.cancelled)
        let task = state.withLock {
          $0.isCancelled = true
          return $0.answering
        }
        task?.cancel()
      }
    }
  }

  /// Begins to respond to a request. The next one comes only when this response has been written.
  func answer(_ request: ServedRequest) {
    state.withLock {
      guard $0.isServed else { return $0.first = request }
      $0.number += 1
      let number = $0.number
      let task = Task(executorPreference: executor) {
        let response = await self.respond(request, self.channel)
        await self.write(response, to: request.head.method)
        // An idle connection keeps nothing of the task. The next request may have come with the response's end.
        self.state.withLock { if $0.number == number { $0.answering = nil } }
      }
      if $0.isCancelled { task.cancel() }
      $0.answering = task
    }
  }

  /// "A 204 response is terminated by the end of the header section; it cannot contain content or trailers."
  /// [RFC 9110 §15.3.5](https://www.rfc-editor.org/rfc/rfc9110#section-15.3.5)
  /// "A 304 response is terminated by the end of the header section; it cannot contain content or trailers."
  /// [RFC 9110 §15.4.5](https://www.rfc-editor.org/rfc/rfc9110#section-15.4.5)
  private static func mayHaveContent(_ status: HTTPResponse.Status) -> Bool {
    status != .noContent && status != .notModified
  }

  private func write(
    _ response: StreamingServedResponse, to method: HTTPRequest.Method
  ) async {
    switch response {
    case .whole(var response):
      if response.head.headerFields[.contentLength] == nil {
        response.head.headerFields[.contentLength] = String(response.body.count)
      }
      channel.write(HTTPResponsePart.head(response.head), promise: nil)
      // "the server MUST NOT send content in the response" to HEAD.
      // https://www.rfc-editor.org/rfc/rfc9110#section-9.3.2
      if !response.body.isEmpty, method != .head, Self.mayHaveContent(response.head.status) {
        channel.write(HTTPResponsePart.body(ByteBuffer(bytes: response.body)), promise: nil)
      }
      channel.writeAndFlush(HTTPResponsePart.end(nil), promise: nil)
    case .pieces(var head, let length, let next):
      if let length { head.headerFields[.contentLength] = String(length) }
      channel.write(HTTPResponsePart.head(head), promise: nil)
      do {
        while let piece = try await next() {
          try Task.checkCancellation()
          try await channel.writeAndFlush(HTTPResponsePart.body(ByteBuffer(bytes: piece)))
        }
        channel.writeAndFlush(HTTPResponsePart.end(nil), promise: nil)
      } catch {
        channel.close(promise: nil)
      }
    case .hangUp:
      channel.close(promise: nil)
    }
  }
}
