// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOSSL
import NIOTLS

/// The client side of a connection: one command, then one reply.
///
/// Bytes that no command requested end the connection. Between the reply to `STARTTLS` and the handshake,
/// an attacker could otherwise insert text that counts as sent by the server within TLS.
final class SMTPChannelHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// The first reply, which the server sends without a command.
  let greeting: EventLoopFuture<SMTPReply>
  /// The end of the TLS handshake before the greeting; nil without implicit TLS.
  let secured: EventLoopFuture<Void>?

  private var reader = SMTPReplyReader()
  private var context: ChannelHandlerContext?
  /// Fulfilled by the next reply; nil when no reply is expected.
  private var reply: EventLoopPromise<SMTPReply>?
  /// Fulfilled by the end of the TLS handshake.
  private var handshake: EventLoopPromise<Void>?
  private var failure: Trouble?
  /// Whether `QUIT` was sent.
  private var isDone = false

  /// Why the connection cannot be used any more.
  struct Trouble: Error { let cause: SMTPFailure.Cause }

  /// - Parameter isSecuredFirst: Whether the connection begins with the TLS handshake (implicit TLS).
  init(on loop: any EventLoop, isSecuredFirst: Bool) {
    let reply = loop.makePromise(of: SMTPReply.self)
    self.reply = reply
    greeting = reply.futureResult
    handshake = isSecuredFirst ? loop.makePromise(of: Void.self) : nil
    secured = handshake?.futureResult
  }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }
  func handlerRemoved(context: ChannelHandlerContext) {
    fail(.closed)
    self.context = nil
  }

  /// Sends a text, and fulfills the promise with the reply.
  func exchange(_ text: String, _ promise: EventLoopPromise<SMTPReply>) {
    guard let context, failure == nil, reply == nil, reader.isEmpty else {
      promise.fail(failure ?? Trouble(cause: .unreadable))
      return
    }
    reply = promise
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
  }

  /// Begins the TLS handshake.
  func secure(_ handler: NIOSSLClientHandler, _ promise: EventLoopPromise<Void>) {
    guard let context, failure == nil, reply == nil, reader.isEmpty else {
      promise.fail(failure ?? Trouble(cause: .unreadable))
      return
    }
    handshake = promise
    do {
      try context.pipeline.syncOperations.addHandler(handler, position: .first)
    } catch {
      fail(.closed)
    }
  }

  /// Sends `QUIT`. The connection is closed when the server responds, or after five seconds.
  func quit() {
    guard let context, failure == nil else { return }
    isDone = true
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: "QUIT\r\n")), promise: nil)
    let channel = context.channel
    context.eventLoop.scheduleTask(in: .seconds(5)) { channel.close(promise: nil) }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isDone else { return context.close(promise: nil) }
    guard failure == nil else { return }
    let bytes = unwrapInboundIn(data).readableBytesView
    guard let promise = reply else { return fail(.unreadable) }
    do throws(SMTPReplyReader.Unreadable) {
      guard let (read, count) = try reader.read(bytes) else { return }
      // Bytes after the reply: no command requested them.
      guard count == bytes.count else { return fail(.unreadable) }
      reply = nil
      promise.succeed(read)
    } catch {
      fail(.unreadable)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case TLSUserEvent.handshakeCompleted? = event as? TLSUserEvent {
      handshake?.succeed()
      handshake = nil
    }
    context.fireUserInboundEventTriggered(event)
  }

  func channelInactive(context: ChannelHandlerContext) {
    fail(.closed)
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    fail(handshake == nil ? .closed : .untrusted(String(describing: error)))
  }

  private func fail(_ cause: SMTPFailure.Cause) {
    if failure == nil { failure = Trouble(cause: cause) }
    let trouble = failure ?? Trouble(cause: cause)
    handshake?.fail(trouble)
    reply?.fail(trouble)
    (handshake, reply) = (nil, nil)
    context?.close(promise: nil)
  }
}
