// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOHTTP1

/// Responds with 431 to a head that is longer than the limits; the framework would respond with 400, as to
/// all parser errors.
///
/// "The 431 status code indicates that the server is unwilling to process the request because its header fields are too
/// large." [RFC 6585 §5](https://www.rfc-editor.org/rfc/rfc6585#section-5)
final class OversizeHead: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private var isTooLong = false

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if error as? HTTPParserError == .headerOverflow { isTooLong = true }
    context.fireErrorCaught(error)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard isTooLong, case .head(var head) = unwrapOutboundIn(data), head.status == .badRequest
    else { return context.write(data, promise: promise) }
    head.status = .requestHeaderFieldsTooLarge
    context.write(wrapOutboundOut(.head(head)), promise: promise)
  }
}
