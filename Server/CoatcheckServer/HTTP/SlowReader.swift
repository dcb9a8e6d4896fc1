// SPDX-License-Identifier: Apache-2.0
import NIOCore

/// Closes a connection whose peer has stopped to read: the response would be kept indefinitely.
///
/// The framework's idle limit counts requests only, and an answer that cannot be written is a request
/// still in progress.
final class SlowReader: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = NIOAny
  typealias InboundOut = NIOAny

  private let patience: TimeAmount
  private var deadline: Scheduled<Void>?

  /// - Parameter patience: How long a peer may leave an answer unread.
  init(patience: Duration) { self.patience = TimeAmount(patience) }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    deadline?.cancel()
    deadline = nil
    if !context.channel.isWritable {
      let channel = context.channel
      deadline = context.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
    }
    context.fireChannelWritabilityChanged()
  }

  func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }
}
