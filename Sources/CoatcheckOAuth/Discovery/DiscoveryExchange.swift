// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

/// Fetches an issuer's metadata.
///
/// [RFC 8414 §3](https://www.rfc-editor.org/rfc/rfc8414#section-3),
/// [OIDC Discovery §4](https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig).
public struct DiscoveryExchange: ServedExchange {
  private let issuer: Issuer
  private let place: Endpoint

  /// Asks for one of an issuer's well-known documents.
  public init(issuer: Issuer, document: WellKnown = .openIDConfiguration) {
    self.issuer = issuer
    place = issuer.wellKnown(document)
  }

  /// Asks for an issuer's document where else it may be.
  package init(issuer: Issuer, at place: Endpoint) {
    self.issuer = issuer
    self.place = place
  }

  /// What a server is asked for.
  public struct Received: Sendable, Hashable {
    /// Which document.
    public let document: WellKnown
    /// The path of the issuer it is about; empty for an issuer without one.
    public let issuerPath: String
  }

  /// The request for the document.
  public func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    (HTTPRequest.get(place, accept: MediaType.json), Data())
  }

  /// Reads the document and compares its issuer.
  public func reply(
    head: HTTPResponse, body: Data, receivedAt: Date
  ) throws(OAuthError) -> ServerMetadata {
    let json = try JSONReply(source: "The discovery endpoint")
      .object(head: head, body: body, receivedAt: receivedAt)
    return try ServerMetadata(parsing: json, expected: issuer)
  }

  /// Reads which document is asked for.
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

  /// The document, which any cache may store for five minutes.
  public static func response(_ reply: ServerMetadata) -> (head: HTTPResponse, body: Data) {
    ServedResponse.document(reply.json, type: MediaType.json)
  }

  /// The refusal as JSON.
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
