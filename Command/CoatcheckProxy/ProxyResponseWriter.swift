// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOHTTP1

/// A part of a response that can go from one task to another.
typealias ProxyResponsePart = HTTPPart<HTTPResponseHead, ByteBuffer>

/// Makes what the encoder takes of the parts of a response.
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
