// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes a connection as soon as a response with `Connection: close` was written, so that the rest of a
/// refused body is not read.
final class CloseAfterRefusal: ChannelOutboundHandler, RemovableChannelHandler {
  typealias OutboundIn = HTTPResponsePart

  private var closing = false

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(let head):
      closing = head.headerFields[.connection] == "close"
      context.write(data, promise: promise)
    case .end where closing:
      context.writeAndFlush(data, promise: promise)
      context.close(promise: nil)
    default:
      context.write(data, promise: promise)
    }
  }
}
