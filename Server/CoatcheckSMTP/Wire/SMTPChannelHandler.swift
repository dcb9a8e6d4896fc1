// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOSSL
import NIOTLS

/// The client's end of a connection: one command, one reply.
///
/// A server speaks when it is asked. What it sends unasked is refused: between the reply to `STARTTLS` and the
/// handshake it would be an attacker's, read as if the server had sent it inside of TLS.
final class SMTPChannelHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// The first reply, which no command asks for.
  let greeting: EventLoopFuture<SMTPReply>
  /// The end of the handshake that comes before it; nil without one.
  let secured: EventLoopFuture<Void>?

  private var reader = SMTPReplyReader()
  private var context: ChannelHandlerContext?
  /// Waits for the next reply.
  private var reply: EventLoopPromise<SMTPReply>?
  /// Waits for the end of a handshake.
  private var handshake: EventLoopPromise<Void>?
  private var failure: Trouble?
  /// Whether all was said.
  private var isDone = false

  /// Why the connection cannot be used any more.
  struct Trouble: Error { let cause: SMTPFailure.Cause }

  /// - Parameter isSecuredFirst: Whether TLS is there from the first byte on.
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

  /// Sends bytes, and waits for the reply to them.
  func exchange(_ text: String, _ promise: EventLoopPromise<SMTPReply>) {
    guard let context, failure == nil, reply == nil, reader.isEmpty else {
      promise.fail(failure ?? Trouble(cause: .unreadable))
      return
    }
    reply = promise
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
  }

  /// Begins TLS.
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

  /// Says goodbye. The connection is closed at whatever comes next, and after five seconds.
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
      // More than one reply at a time: one of them was not asked for.
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
