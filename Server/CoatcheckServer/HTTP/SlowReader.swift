// SPDX-License-Identifier: Apache-2.0
import NIOCore

/// Closes a connection whose peer has stopped reading: its response would be kept indefinitely.
///
/// The idle limit of the framework does not apply while a request is in progress, and a response that
/// cannot be written keeps it in progress.
final class SlowReader: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = NIOAny
  typealias InboundOut = NIOAny

  private let patience: TimeAmount
  private var deadline: Scheduled<Void>?

  /// - Parameter patience: How long a peer may leave a response unread.
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
