// SPDX-License-Identifier: Apache-2.0
package import CoatcheckCommand
package import CoatcheckOAuth
import HTTPTypes
import NIOHTTP1

/// The API behind a proxy: makes the request to the API from that of the caller, and the response to the
/// caller from that of the API.
package struct ProxiedService: Sendable {
  /// The address of the API. Its path is put before the path of each request.
  package let endpoint: Endpoint
  /// The path of `--to`, which is put before the path of each request; without a slash at its end.
  private let prefix: String

  /// Describes the API by its address.
  ///
  /// - Parameter endpoint: The address in the option `--to`, to which the path of each request is appended.
  /// - Throws: A failure with `ExitStatus.usage` when the address has a query.
  package init(_ endpoint: Endpoint) throws(CommandFailure) {
    guard !endpoint.path.contains("?") else {
      throw CommandFailure(.usage, "the address for --to has a query")
    }
    self.endpoint = endpoint
    prefix = endpoint.path.hasSuffix("/") ? String(endpoint.path.dropLast()) : endpoint.path
  }

  /// Fields of one connection, which are not forwarded.
  ///
  /// "Intermediaries MUST parse a received Connection header field before a message is forwarded and, for each connection-option
  /// in this field, remove any header or trailer field(s) from the message with the same name as the connection-option, and
  /// then remove the Connection header field itself"
  /// <https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1>
  private static let ofConnection: Set<String> = [
    "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
    "content-length",
  ]
  /// Fields of a request that are not forwarded: those of the caller itself, and those that the proxy sets.
  private static let ofCaller: Set<String> = [
    "authorization", "cookie", "host", "expect", "proxy-authorization", "accept-encoding",
  ]
  /// Fields of a response that are not forwarded: those for browsers, and those for the proxy.
  private static let ofBrowser: Set<String> = [
    "set-cookie", "proxy-authenticate", "proxy-authentication-info",
  ]

  /// The request to the API.
  func request(_ head: HTTPRequestHead) throws(ProxyRefusal) -> HTTPRequest {
    guard let method = HTTPRequest.Method(head.method.rawValue) else {
      throw ProxyRefusal(.badRequest, "The method is no token.")
    }
    var request = HTTPRequest(
      method: method, scheme: endpoint.scheme, authority: endpoint.authority,
      path: prefix + (try Self.target(head.uri)))
    let fields = head.headers.map { (name: $0.name, value: $0.value) }
    request.headerFields = Self.passedOn(fields, without: Self.ofCaller)
    request.headerFields[.acceptEncoding] = "identity"
    return request
  }

  /// The head of the response to the caller, without its framing.
  func response(_ head: HTTPResponse) -> HTTPResponseHead {
    let fields = head.headerFields.map { (name: $0.name.rawName, value: $0.value) }
    var removed = Self.ofBrowser
    // The transport has decompressed a body with one of these encodings.
    let encoding = head.headerFields[.contentEncoding]?.lowercased()
    if ["gzip", "deflate"].contains(encoding) { removed.insert("content-encoding") }
    var headers = HTTPHeaders()
    for field in Self.passedOn(fields, without: removed)
    // No web page may read a response of the proxy, even if the API allows it (CORS).
    where !field.name.canonicalName.hasPrefix("access-control-") {
      headers.add(name: field.name.rawName, value: field.value)
    }
    return HTTPResponseHead(
      version: .http1_1, status: .init(statusCode: head.status.code), headers: headers)
  }

  private static func passedOn(
    _ fields: [(name: String, value: String)], without removed: Set<String>
  ) -> HTTPFields {
    let named = fields.filter { $0.name.lowercased() == "connection" }
      .flatMap { $0.value.lowercased().split(separator: ",") }
      .map { String($0.drop(while: \.isWhitespace).prefix { !$0.isWhitespace }) }
    let dropped = ofConnection.union(removed).union(named)
    var passed = HTTPFields()
    for field in fields where !dropped.contains(field.name.lowercased()) {
      guard let name = HTTPField.Name(field.name) else { continue }
      passed.append(HTTPField(name: name, value: field.value))
    }
    return passed
  }

  /// The path and the query of a request.
  private static func target(_ text: String) throws(ProxyRefusal) -> String {
    // The absolute form would let the caller choose the server.
    guard text.hasPrefix("/"), !text.hasPrefix("//") else {
      throw ProxyRefusal(.badRequest, "The target of a request is a path.")
    }
    let path = text.prefix { $0 != "?" }.lowercased()
    // Refuses what servers may decode differently, and what would lead out of the path of --to.
    let segments = path.replacing("%2e", with: ".").split(
      omittingEmptySubsequences: false, whereSeparator: { "/;".contains($0) })
    guard !segments.contains("."), !segments.contains(".."), !path.contains("\\"),
      !path.contains("%2f"), !path.contains("%5c"), !path.contains("%00"), !text.contains("#")
    else {
      throw ProxyRefusal(.badRequest, "The path of the request is ambiguous.")
    }
    return text
  }
}
