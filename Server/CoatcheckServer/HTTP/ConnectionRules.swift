// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOHTTP1

/// Checks the rules of HTTP/1 that the framework does not check: exactly one valid `Host`, no
/// `Transfer-Encoding` in HTTP/1.0, and whether the connection ends after the response.
final class ConnectionRules: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  private var hasRefused = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // After a malformed message, it is uncertain where the next one begins: all further bytes are ignored.
    guard !hasRefused else { return }
    guard case .head(let head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
    guard Self.isSound(head) else {
      hasRefused = true
      // ``RequestReader`` responds to a parser error with 400, and closes the connection.
      return context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
    }
    guard Self.isLast(head) else { return context.fireChannelRead(data) }
    var last = head
    last.headers.replaceOrAdd(name: "Connection", value: "close")
    context.fireChannelRead(wrapInboundOut(.head(last)))
  }

  private static func isSound(_ head: HTTPRequestHead) -> Bool {
    guard head.version.major == 1 else { return false }
    // "A server MUST respond with a 400 (Bad Request) status code to any HTTP/1.1 request message that
    // lacks a Host header field and to any request message that contains more than one Host header field
    // line or a Host header field with an invalid field value."
    // https://www.rfc-editor.org/rfc/rfc9112#section-3.2
    let hosts = head.headers["Host"]
    guard hosts.count == 1 || (hosts.isEmpty && isOld(head)) else { return false }
    guard hosts.allSatisfy(isHost) else { return false }
    // "A server or client that receives an HTTP/1.0 message containing a Transfer-Encoding header field
    // MUST treat the message as if the framing is faulty".
    // https://www.rfc-editor.org/rfc/rfc9112#section-6.1
    return !isOld(head) || !head.headers.contains(name: "Transfer-Encoding")
  }

  /// Whether a text has only characters of a host and a port: no space, no path, no user information.
  private static func isHost(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"):
        true
      default: "-._~%!$&'()*+,;=:[]".utf8.contains(byte)
      }
    }
  }

  /// "If the "close" connection option is present, the connection will not persist … If the received
  /// protocol is HTTP/1.0, the "keep-alive" connection option is present … the connection will persist".
  /// [RFC 9112 §9.3](https://www.rfc-editor.org/rfc/rfc9112#section-9.3)
  private static func isLast(_ head: HTTPRequestHead) -> Bool {
    let options = head.headers[canonicalForm: "Connection"].map { $0.lowercased() }
    // What follows a request for another protocol is not HTTP/1, and nothing here speaks one.
    if head.method == .CONNECT || options.contains("upgrade") { return true }
    return options.contains("close") || (isOld(head) && !options.contains("keep-alive"))
  }

  private static func isOld(_ head: HTTPRequestHead) -> Bool { head.version.minor == 0 }
}
