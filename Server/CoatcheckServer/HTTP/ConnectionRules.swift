// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOHTTP1

/// Applies the rules of HTTP/1 that the framework does not know: exactly one valid `Host`, which a target in
/// absolute form replaces, no `Transfer-Encoding` and no `Expect` in HTTP/1.0, and whether the connection ends after
/// the response.
final class ConnectionRules: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  private var hasRefused = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // After a malformed message, it is uncertain where the next one begins: all further bytes are ignored.
    guard !hasRefused else { return }
    guard case .head(let head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
    let hosts = head.headers["Host"]
    let authority = Self.authority(ofTarget: head.uri)
    guard Self.isSound(head, hosts), authority.map(Self.isAuthority) != false else {
      hasRefused = true
      // ``RequestReader`` responds to a parser error with 400, and closes the connection.
      return context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
    }
    let (isLast, isOld) = (Self.isLast(head), Self.isOld(head))
    let host = authority ?? hosts.first.flatMap(Self.withoutSpace)
    guard isLast || isOld || host != nil else { return context.fireChannelRead(data) }
    var changed = head
    // "When an origin server receives a request with an absolute-form of request-target, the origin server MUST
    // ignore the received Host header field (if any) and instead use the host information of the request-target."
    // https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2
    if let host { changed.headers.replaceOrAdd(name: "Host", value: host) }
    if isLast { changed.headers.replaceOrAdd(name: "Connection", value: "close") }
    // "A server that receives a 100-continue expectation in an HTTP/1.0 request MUST ignore that expectation."
    // https://www.rfc-editor.org/rfc/rfc9110#section-10.1.1
    if isOld { changed.headers.remove(name: "Expect") }
    context.fireChannelRead(wrapInboundOut(.head(changed)))
  }

  /// A head of which the decoder would keep too many bytes, such as white space, is too large.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard error is ByteToMessageDecoderError.PayloadTooLargeError else {
      return context.fireErrorCaught(error)
    }
    // The next handler expects a response to a parser error only.
    context.fireErrorCaught(HTTPParserError.headerOverflow)
  }

  private static func isSound(_ head: HTTPRequestHead, _ hosts: [String]) -> Bool {
    guard head.version.major == 1 else { return false }
    // "A server MUST respond with a 400 (Bad Request) status code to any HTTP/1.1 request message that
    // lacks a Host header field and to any request message that contains more than one Host header field
    // line or a Host header field with an invalid field value."
    // https://www.rfc-editor.org/rfc/rfc9112#section-3.2
    guard hosts.count == 1 || (hosts.isEmpty && isOld(head)) else { return false }
    guard hosts.allSatisfy({ isHost(value(of: $0)) }) else { return false }
    // "A server or client that receives an HTTP/1.0 message containing a Transfer-Encoding header field
    // MUST treat the message as if the framing is faulty".
    // https://www.rfc-editor.org/rfc/rfc9112#section-6.1
    return !isOld(head) || !head.headers.contains(name: "Transfer-Encoding")
  }

  /// The value of a field line as the decoder returns it: with the white space after it.
  ///
  /// "The field line value does not include that leading or trailing whitespace".
  /// [RFC 9112 §5.1](https://www.rfc-editor.org/rfc/rfc9112#section-5.1)
  private static func value(of line: String) -> Substring.UTF8View {
    let end = line.utf8.lastIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    return end.map { line.utf8[...$0] } ?? line.utf8[..<line.startIndex]
  }

  /// The value of a field line that has white space after it; nil for another line.
  private static func withoutSpace(_ line: String) -> String? {
    let kept = value(of: line)
    return kept.endIndex == line.endIndex ? nil : String(Substring(kept))
  }

  /// The authority of a target in absolute form, such as `http://id.example/token`; nil for other forms.
  private static func authority(ofTarget target: String) -> String? {
    guard target.utf8.first != UInt8(ascii: "/"), let scheme = target.firstRange(of: "://")
    else { return nil }
    return String(target[scheme.upperBound...].prefix { !"/?#".contains($0) })
  }

  /// "A recipient that processes such a URI reference MUST reject it as invalid": one without a host.
  /// [RFC 9110 §4.2.1](https://www.rfc-editor.org/rfc/rfc9110#section-4.2.1)
  private static func isAuthority(_ text: String) -> Bool {
    !text.isEmpty && !text.hasPrefix(":") && isHost(text.utf8[...])
  }

  /// Whether a text is a host, without user information, and possibly a port.
  private static func isHost(_ text: Substring.UTF8View) -> Bool {
    // "Host = uri-host [ ":" port ]". https://www.rfc-editor.org/rfc/rfc9110#section-7.2
    var rest = text
    if rest.first == UInt8(ascii: "[") {
      // "IP-literal = "[" ( IPv6address / IPvFuture ) "]"". https://www.rfc-editor.org/rfc/rfc3986#section-3.2.2
      rest = rest.dropFirst()
      guard let end = rest.firstIndex(of: UInt8(ascii: "]")), isAddress(rest[..<end])
      else { return false }
      rest = rest[end...].dropFirst()
    } else {
      rest = rest.drop(while: isInName)
    }
    return rest.isEmpty
      || rest.first == UInt8(ascii: ":")
        && rest.dropFirst().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// Whether a text is an address that stands in brackets.
  private static func isAddress(_ text: Substring.UTF8View) -> Bool {
    // "IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )".
    // https://www.rfc-editor.org/rfc/rfc3986#section-3.2.2
    guard text.first == UInt8(ascii: "v") || text.first == UInt8(ascii: "V") else {
      return text.contains(UInt8(ascii: ":")) && IPAddress(String(Substring(text))) != nil
    }
    let address = text.dropFirst().drop { Character(Unicode.Scalar($0)).isHexDigit }
    return address.startIndex != text.index(after: text.startIndex)
      && address.first == UInt8(ascii: ".") && address.count > 1
      && address.dropFirst().allSatisfy {
        isInName($0) && $0 != UInt8(ascii: "%") || $0 == UInt8(ascii: ":")
      }
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
