// SPDX-License-Identifier: Apache-2.0
import NIOCore

/// Closes a connection that is not done a while after the server was asked to stop.
///
/// Without it one peer that sends its request byte by byte, or does not read the answer, could keep a
/// process from ending.
final class DrainDeadline: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = NIOAny
  typealias InboundOut = NIOAny

  private let patience: TimeAmount
  private var deadline: Scheduled<Void>?

  /// - Parameter patience: How long requests in flight may take.
  init(patience: Duration) { self.patience = TimeAmount(patience) }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent, deadline == nil {
      let channel = context.channel
      deadline = context.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
    }
    context.fireUserInboundEventTriggered(event)
  }

  func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }
}
