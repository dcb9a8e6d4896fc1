// SPDX-License-Identifier: Apache-2.0
import NIOCore

/// Ends a connection when the server is asked to stop, and closes it if it is still open some time later.
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
    guard event is ChannelShouldQuiesceEvent else {
      return context.fireUserInboundEventTriggered(event)
    }
    let channel = context.channel
    deadline =
      deadline ?? context.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
    // Instead of that event, which the handler for pipelining would keep to itself.
    context.fireUserInboundEventTriggered(EndOfConnection.drained)
  }

  func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }
}
