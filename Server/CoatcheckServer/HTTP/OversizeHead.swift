// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOHTTP1

/// Responds with 431 to a head that is longer than the limits; ``RequestReader`` responds with 400 to all parser
/// errors.
///
/// "The 431 status code indicates that the server is unwilling to process the request because its header fields are too
/// large." [RFC 6585 §5](https://www.rfc-editor.org/rfc/rfc6585#section-5)
final class OversizeHead: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  /// Replaces the status of the response. It is added when it is needed, because each part of each response
  /// passes through each outbound handler.
  private final class Response: ChannelOutboundHandler {
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      guard case .head(var head) = unwrapOutboundIn(data), head.status == .badRequest
      else { return context.write(data, promise: promise) }
      head.status = .requestHeaderFieldsTooLarge
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if error as? HTTPParserError == .headerOverflow {
      try? context.pipeline.syncOperations.addHandler(Response(), position: .after(self))
    }
    context.fireErrorCaught(error)
  }
}
