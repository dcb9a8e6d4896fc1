// SPDX-License-Identifier: Apache-2.0
import NIOCore

/// Drops what arrives after the last request of a connection.
///
/// The decoder would keep the bytes after a request for another protocol, however many they are: it does not
/// know where the next message begins.
final class EndOfInput: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = NIOAny
  typealias InboundOut = NIOAny
  typealias OutboundIn = NIOAny
  typealias OutboundOut = NIOAny

  /// The event that says that no further request of the connection is read.
  enum Event { case lastRequest }

  private var isEnded = false

  func triggerUserOutboundEvent(
    context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
  ) {
    guard event is Event else {
      return context.triggerUserOutboundEvent(event, promise: promise)
    }
    isEnded = true
    promise?.succeed()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if !isEnded { context.fireChannelRead(data) }
  }
}
