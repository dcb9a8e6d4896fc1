// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOHTTP1

/// Applies the rules of HTTP/1 that the framework does not know: exactly one valid `Host`, no
/// `Transfer-Encoding` and no `Expect` in HTTP/1.0, and whether the connection ends after the response.
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
    let (isLast, isOld) = (Self.isLast(head), Self.isOld(head))
    guard isLast || isOld else { return context.fireChannelRead(data) }
    var changed = head
    if isLast { changed.headers.replaceOrAdd(name: "Connection", value: "close") }
    // "A server that receives a 100-continue expectation in an HTTP/1.0 request MUST ignore that expectation."
    // https://www.rfc-editor.org/rfc/rfc9110#section-10.1.1
    if isOld { changed.headers.remove(name: "Expect") }
    context.fireChannelRead(wrapInboundOut(.head(changed)))
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

  /// Whether a text is a host, without user information, and possibly a port.
  private static func isHost(_ text: String) -> Bool {
    // "Host = uri-host [ ":" port ]". https://www.rfc-editor.org/rfc/rfc9110#section-7.2
    var rest = text.utf8[...]
    if rest.first == UInt8(ascii: "[") {
      // "IP-literal = "[" ( IPv6address / IPvFuture ) "]"". https://www.rfc-editor.org/rfc/rfc3986#section-3.2.2
      rest = rest.dropFirst().drop { isInName($0) || $0 == UInt8(ascii: ":") }
      guard rest.first == UInt8(ascii: "]") else { return false }
      rest = rest.dropFirst()
    } else {
      rest = rest.drop(while: isInName)
    }
    return rest.isEmpty
      || rest.first == UInt8(ascii: ":")
        && rest.dropFirst().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// Whether a byte may stand in the name of a host.
  private static func isInName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: "-._~%!$&'()*+,;=".utf8.contains(byte)
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
