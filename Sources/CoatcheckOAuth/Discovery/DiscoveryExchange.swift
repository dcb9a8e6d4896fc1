// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

/// Fetches the metadata of an authorization server from a well-known address of its issuer.
///
/// [RFC 8414 §3](https://www.rfc-editor.org/rfc/rfc8414#section-3),
/// [OIDC Discovery §4](https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig).
public struct DiscoveryExchange: ServedExchange {
  private let issuer: Issuer
  private let place: Endpoint

  /// Creates the exchange for one of the well-known documents of an issuer.
  ///
  /// - Parameters:
  ///   - issuer: The issuer. The document has to name exactly this one.
  ///   - document: Which of the two documents is requested, and thereby from which address.
  public init(issuer: Issuer, document: WellKnown = .openIDConfiguration) {
    self.issuer = issuer
    place = issuer.wellKnown(document)
  }

  /// Requests the metadata document of an issuer at another address than the well-known one.
  package init(issuer: Issuer, at place: Endpoint) {
    self.issuer = issuer
    self.place = place
  }

  /// A request as the server reads it.
  public struct Received: Sendable, Hashable {
    /// The requested document.
    public let document: WellKnown
    /// The path of the issuer that the request is about, such as `/t1`; empty for an issuer without one.
    public let issuerPath: String
  }

  /// The HTTP request: a `GET` of the well-known address, which accepts JSON.
  public func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    (HTTPRequest.get(place, accept: MediaType.json), Data())
  }

  /// Reads the document and checks that it names the expected issuer.
  ///
  /// - Throws: As ``Exchange/reply(head:body:receivedAt:)``, and as
  ///   ``ServerMetadata/init(parsing:expected:)`` when the document cannot be used.
  public func reply(
    head: HTTPResponse, body: Data, receivedAt: Date
  ) throws(OAuthError) -> ServerMetadata {
    let json = try JSONReply(source: "The discovery endpoint")
      .object(head: head, body: body, receivedAt: receivedAt)
    return try ServerMetadata(parsing: json, expected: issuer)
  }

  /// Reads a request for a well-known document.
  ///
  /// - Throws: `refused`, ``OAuthError/Code/invalidRequest``: with status 404 when the path is not that
  ///   of a well-known document, and with 405 when the method is neither `GET` nor `HEAD`.
  public static func received(head: HTTPRequest, body: Data) throws(OAuthError) -> Received {
    try head.requireGET()
    let path = (head.path ?? "").prefix { $0 != "?" }
    if path.hasSuffix(WellKnown.openIDConfiguration.rawValue) {
      let issuerPath = path.dropLast(WellKnown.openIDConfiguration.rawValue.count)
      return Received(document: .openIDConfiguration, issuerPath: String(issuerPath))
    }
    let prefix = WellKnown.oauthAuthorizationServer.rawValue
    if path == prefix || path.hasPrefix(prefix + "/") {
      return Received(
        document: .oauthAuthorizationServer, issuerPath: String(path.dropFirst(prefix.count)))
    }
    throw .refused(.invalidRequest, "This is not the path of a well-known document.", status: 404)
  }

  /// The successful response: the document as JSON, which any cache may store for five minutes.
  public static func response(_ reply: ServerMetadata) -> (head: HTTPResponse, body: Data) {
    ServedResponse.document(reply.json, type: MediaType.json)
  }

  /// The error response, as JSON.
  public static func response(_ refusal: OAuthError) -> (head: HTTPResponse, body: Data) {
    ServedResponse.refusal(refusal, allowed: "GET")
  }
}

extension HTTPRequest {
  static func get(_ endpoint: Endpoint, accept: String) -> HTTPRequest {
    HTTPRequest(
      method: .get, scheme: endpoint.scheme, authority: endpoint.authority, path: endpoint.path,
      headerFields: [.accept: accept])
  }

  func requireGET() throws(OAuthError) {
    guard method == .get || method == .head else {
      throw .refused(.invalidRequest, "This address takes GET requests only.", status: 405)
    }
  }
}
