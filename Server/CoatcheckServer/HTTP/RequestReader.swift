// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Reads requests within their limits, hands each complete one to its connection, and closes the connection
/// after the last response.
///
/// The next request comes only when the end of the response has been written: `HTTPServerPipelineHandler` of NIO
/// keeps it back. The end is written when the peer has read so much of the response that the channel is writable.
final class RequestReader: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = Never
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let limits: HTTPLimits
  private let addresses: ClientAddresses
  private let peer: ConnectionPeer
  private weak var connection: AcceptedConnection?

  private var state = State.idle
  private var body = Data()
  /// Whether the connection ends after the response to this request.
  private var isLast = false
  /// When the last response, or what there is of it, is with the system.
  private var written: EventLoopFuture<Void>?
  /// The end of a response that is not written before the peer has read more of it.
  private var unread: (end: NIOAny, promise: EventLoopPromise<Void>)?

  private enum State {
    /// No head has arrived since the last response.
    case idle
    case reading(HTTPRequest, since: ContinuousClock.Instant)
    case answering
    /// The connection is being closed. What arrives is ignored.
    case ended
    /// The last response is written, and the connection is open only for the peer, which may still be sending.
    /// What arrives is ignored.
    case lingering
  }

  init(
    for connection: AcceptedConnection, of peer: ConnectionPeer, limits: HTTPLimits,
    addresses: ClientAddresses
  ) {
    self.connection = connection
    self.peer = peer
    self.limits = limits
    self.addresses = addresses
  }

  // MARK: Requests

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (unwrapInboundIn(data), state) {
    case (.head(let head), .idle):
      if let status = refusal(of: head) { return refuse(status, context) }
      // Set by ``ConnectionRules``.
      isLast = head.headerFields[.connection] == "close"
      state = .reading(head, since: .now)
      if Self.isAwaited(head) {
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
      }
    case (.body(let buffer), .reading(_, let started)):
      guard body.count + buffer.readableBytes <= limits.body else {
        return refuse(.contentTooLarge, context)
      }
      // The idle limit closes the connection of a silent peer. This limit is for a peer that sends very
      // slowly.
      guard ContinuousClock.now - started <= limits.bodyDeadline else {
        return refuse(.requestTimeout, context)
      }
      body.append(contentsOf: buffer.readableBytesView)
    case (.end, .reading(let head, _)):
      state = .answering
      let source = addresses.source(of: peer, head.headerFields)
      connection?.answer(ServedRequest(head: head, body: body, source: source))
      body = Data()
    default:
      break
    }
  }

  /// The status with which a request is refused because of its head; nil if its body may follow.
  private func refusal(of head: HTTPRequest) -> HTTPResponse.Status? {
    // "The 414 (URI Too Long) status code indicates that the server is refusing to service the
    // request because the target URI is longer than the server is willing to interpret."
    // https://www.rfc-editor.org/rfc/rfc9110#section-15.5.15
    guard (head.path ?? "").utf8.count <= limits.target else { return .uriTooLong }
    // A compressed body could expand to a thousand times its size.
    if let encoding = head.headerFields[.contentEncoding], encoding.lowercased() != "identity" {
      return .unsupportedMediaType
    }
    if let announced = head.headerFields[.contentLength] {
      guard let length = Int(announced), length <= limits.body else { return .contentTooLarge }
    }
    return nil
  }

  /// Whether the client sends the body only after an interim response.
  ///
  /// "Upon receiving an HTTP/1.1 (or later) request that has a method, target URI, and complete header section that
  /// contains a 100-continue expectation and indicates that request content will follow, an origin server MUST send
  /// either: an immediate response with a final status code … or an immediate 100 (Continue) response".
  /// https://www.rfc-editor.org/rfc/rfc9110#section-10.1.1
  private static func isAwaited(_ head: HTTPRequest) -> Bool {
    // ``ConnectionRules`` has removed the field from a request of HTTP/1.0.
    guard head.headerFields[.expect]?.lowercased() == "100-continue" else { return false }
    return head.headerFields[.transferEncoding] != nil
      || head.headerFields[.contentLength].map { $0 != "0" } == true
  }

  /// Responds to a request that no responder sees, and ends the connection. The rest of the request is dropped.
  private func refuse(_ status: HTTPResponse.Status, _ context: ChannelHandlerContext) {
    // Before the write, in which more may arrive.
    state = .ended
    var head = HTTPResponse.refusal(status)
    head.headerFields[.contentLength] = "0"
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    written = context.writeAndFlush(wrapOutboundOut(.end(nil)))
    // A peer that was too slow gets no more time.
    end(context, lingering: status != .requestTimeout)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch (state, error) {
    case (.idle, let error as HTTPParserError), (.reading, let error as HTTPParserError):
      // "The 431 status code indicates that the server is unwilling to process the request because its header
      // fields are too large." https://www.rfc-editor.org/rfc/rfc6585#section-5
      refuse(error == .headerOverflow ? .requestHeaderFieldsTooLarge : .badRequest, context)
    default: endAfterResponse(context)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event as? EndOfConnection == .drained, case .reading = state {
      isLast = true
    } else if event is EndOfConnection, case .lingering = state {
      context.close(promise: nil)
    } else if event is EndOfConnection || event as? ChannelEvent == .inputClosed {
      endAfterResponse(context)
    }
    context.fireUserInboundEventTriggered(event)
  }

  // MARK: Responses

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(var head):
      if head.headerFields[.connection] == "close" { isLast = true }
      guard isLast else { return context.write(data, promise: promise) }
      // "The server SHOULD send a "close" connection option in its final response on that connection."
      // https://www.rfc-editor.org/rfc/rfc9112#section-9.6
      head.headerFields[.connection] = "close"
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .body:
      context.write(data, promise: promise)
    case .end:
      let promise = promise ?? context.eventLoop.makePromise()
      written = promise.futureResult
      if !isLast, case .answering = state, !context.channel.isWritable {
        unread = (data, promise)
      } else {
        writeEnd(data, promise, context)
      }
    }
  }

  private func writeEnd(
    _ data: NIOAny, _ promise: EventLoopPromise<Void>, _ context: ChannelHandlerContext
  ) {
    // Before the write, in which the next request may come.
    if !isLast, case .answering = state {
      state = .idle
      return context.write(data, promise: promise)
    }
    state = .ended
    context.writeAndFlush(data, promise: promise)
    end(context)
  }

  // ``SlowReader`` closes the connection of a peer that reads nothing until then.
  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable, let (end, promise) = unread.take() {
      writeEnd(end, promise, context)
      context.flush()
    }
    context.fireChannelWritabilityChanged()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    unread.take()?.promise.fail(ChannelError.ioOnClosedChannel)
  }

  /// Ends the connection after the response to a request that has arrived completely: a peer that has ended
  /// its side may still read it.
  private func endAfterResponse(_ context: ChannelHandlerContext) {
    switch state {
    case .idle, .reading: end(context)
    case .answering: isLast = true
    case .ended, .lingering: break
    }
  }

  /// Closes the connection once the last response is written, or after the time that a peer may leave it
  /// unread.
  ///
  /// - Parameter isLingering: Whether the peer may still be sending. The connection is closed when the peer
  ///   closes it, or after the time that a body may take to arrive.
  private func end(_ context: ChannelHandlerContext, lingering isLingering: Bool = false) {
    state = .ended
    body = Data()
    guard let written else { return context.close(promise: nil) }
    context.triggerUserOutboundEvent(EndOfInput.Event.lastRequest, promise: nil)
    let deadline = Self.close(context, in: limits.answerDeadline)
    written.assumeIsolated().whenComplete { _ in
      deadline.cancel()
      guard isLingering else { return context.close(promise: nil) }
      // "To avoid the TCP reset problem, servers typically close a connection in stages. First, the server
      // performs a half-close by closing only the write side of the read/write connection. The server then
      // continues to read from the connection until it receives a corresponding close by the client".
      // https://www.rfc-editor.org/rfc/rfc9112#section-9.6
      self.state = .lingering
      context.close(mode: .output, promise: nil)
      Self.close(context, in: self.limits.bodyDeadline)
    }
  }

  /// Closes a connection that is still open after a time.
  @discardableResult
  private static func close(_ context: ChannelHandlerContext, in time: Duration) -> Scheduled<Void>
  {
    let deadline = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(time)) {
      context.close(promise: nil)
    }
    context.channel.closeFuture.whenComplete { _ in deadline.cancel() }
    return deadline
  }

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    state = .ended
    context.close(mode: mode, promise: promise)
  }
}
