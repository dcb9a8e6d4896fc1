// SPDX-License-Identifier: Apache-2.0
import NIOCore

/// Closes a connection that is still open some time after the server was asked to stop.
///
/// Otherwise one peer that sends its request very slowly, or does not read the response, could keep the
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
