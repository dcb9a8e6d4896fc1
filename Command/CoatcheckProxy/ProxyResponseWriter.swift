// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOHTTP1

/// A part of a response as a `Sendable` type, which NIO's own one is not.
typealias ProxyResponsePart = HTTPPart<HTTPResponseHead, ByteBuffer>

/// Converts the parts of a response to the type that NIO's encoder takes.
final class ProxyResponseWriter: ChannelOutboundHandler {
  typealias OutboundIn = ProxyResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    let part: HTTPServerResponsePart =
      switch unwrapOutboundIn(data) {
      case .head(let head): .head(head)
      case .body(let bytes): .body(.byteBuffer(bytes))
      case .end(let trailers): .end(trailers)
      }
    context.write(wrapOutboundOut(part), promise: promise)
  }
}
