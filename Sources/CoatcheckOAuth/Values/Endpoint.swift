// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation

/// The address of an endpoint: `https`, or `http` on this machine.
///
/// [RFC 6749 §3.2](https://www.rfc-editor.org/rfc/rfc6749#section-3.2): an endpoint may have a
/// query, but no fragment, and what is sent there must be protected by TLS. Since no other address
/// can be made into an endpoint, no request to one can be made.
public struct Endpoint: Sendable {
  /// The address exactly as it was given.
  public let text: String
  /// The address as a `URL`, for APIs that take one.
  public let url: URL
  /// `https`, or `http` for an endpoint on this machine.
  public let scheme: String
  /// The host in lower case, with the port where one was given.
  public let authority: String
  /// The path with the query, as it goes into the request line; at least `/`.
  public let path: String

  /// Reads an address.
  ///
  /// - Parameter text: An absolute URI of at most 8,192 bytes with a host, a port from 1 to 65,535 if
  ///   any, and neither user information nor a fragment.
  /// - Throws: `misused` naming `endpoint`: ``OAuthError/Code/insecureEndpoint`` when it is no `https`
  ///   address and not `http` on `localhost`, `127.0.0.0/8` or `[::1]`;
  ///   ``OAuthError/Code/invalidArgument`` when it is malformed. The text is not repeated in the error.
  public init(_ text: String) throws(OAuthError) {
    let (parts, authority) = try Self.parts(of: text)
    guard let url = URL(string: text) else {
      throw .misused("endpoint", "The endpoint is not an absolute URI.")
    }
    self.text = text
    self.url = url
    scheme = parts.scheme
    self.authority = authority.text
    path = (parts.path.isEmpty ? "/" : parts.path) + (parts.query.map { "?\($0)" } ?? "")
  }

  /// Checks an address as ``init(_:)`` does, without creating an endpoint.
  package static func check(_ text: String) throws(OAuthError) {
    _ = try parts(of: text)
  }

  private static func parts(
    of text: String
  ) throws(OAuthError) -> (URIParts, URIParts.Authority) {
    guard text.utf8.count <= 8192, let parts = URIParts(text) else {
      throw .misused("endpoint", "The endpoint is not an absolute URI.")
    }
    guard let authority = parts.authority, parts.scheme == "https" || parts.scheme == "http" else {
      throw Self.insecure("The endpoint is not an HTTPS address.")
    }
    guard parts.scheme == "https" || authority.isLoopback else {
      throw Self.insecure("The endpoint is plain HTTP and not on this machine.")
    }
    guard authority.userInfo == nil else {
      throw .misused("endpoint", "The endpoint holds a user name or password.")
    }
    // "The endpoint URI MUST NOT include a fragment component."
    guard parts.fragment == nil else {
      throw .misused("endpoint", "The endpoint has a fragment.")
    }
    return (parts, authority)
  }

  private static func insecure(_ reason: String) -> OAuthError {
    OAuthError(
      outcome: .misused, code: .insecureEndpoint, reason: reason, parameter: "endpoint")
  }

  /// The query, when there is one.
  var query: Substring? {
    path.firstIndex(of: "?").map { path[path.index(after: $0)...] }
  }
}

extension Endpoint: Hashable, CustomStringConvertible {
  /// Whether both were given as the same text.
  public static func == (one: Endpoint, other: Endpoint) -> Bool {
    one.text == other.text
  }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(text)
  }

  /// The address.
  public var description: String { text }
}
