// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

/// A token request with a refresh token.
///
/// [RFC 6749 §6](https://www.rfc-editor.org/rfc/rfc6749#section-6).
public struct RefreshExchange: TokenEndpointExchange {
  private let refreshToken: Secret
  private let scopes: [Scope]?
  private let resources: [String]
  /// Less than was granted in detail; empty requests all of it.
  public var details: [AuthorizationDetail] = []
  /// The client and its credentials.
  public let client: ClientIdentity
  private let tokenEndpoint: Endpoint
  /// Parameters that a provider requires besides those of the protocol.
  public var extra: Parameters = [:]
  /// The dialect of the authorization server.
  public let dialect: Dialect

  /// Creates a refresh request.
  ///
  /// - Parameters:
  ///   - refreshToken: The newest refresh token.
  ///   - scopes: Fewer scopes than were granted; nil requests all of them.
  ///   - resources: The protected resources that the token is requested for; empty leaves them unchanged.
  ///   - client: The client that the token was issued to.
  ///   - tokenEndpoint: The token endpoint of the issuer of the token.
  ///   - dialect: The dialect of the authorization server.
  public init(
    refreshToken: Secret, scopes: [Scope]? = nil, resources: [String] = [], client: ClientIdentity,
    tokenEndpoint: Endpoint, dialect: Dialect = .standard
  ) {
    self.refreshToken = refreshToken
    self.scopes = scopes
    self.resources = resources
    self.client = client
    self.tokenEndpoint = tokenEndpoint
    self.dialect = dialect
  }

  /// The request for fresh tokens.
  public func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    guard refreshToken.reveal().isVSCHAR else {
      throw .misused("refresh_token", "The refresh token is empty or holds forbidden characters.")
    }
    var form: Parameters = [
      "grant_type": "refresh_token", "refresh_token": refreshToken.reveal(),
    ]
    form["scope"] = try scopes.map { scopes throws(OAuthError) in
      _ = try Scope.checkedText(scopes)
      return dialect.scopes.text(scopes)
    }
    try ResourceIndicator.add(resources, to: &form)
    form[AuthorizationDetail.parameter] = AuthorizationDetail.text(details)
    try form.add(extra, reserved: TokenRequest.reserved)
    return try dialect.request(form, for: .refresh, to: tokenEndpoint, as: client)
  }

  /// Reads the fresh tokens. When the server sent no new refresh token, the grant holds the old
  /// one.
  public func reply(
    head: HTTPResponse, body: Data, receivedAt: Date
  ) throws(OAuthError) -> TokenGrant {
    var grant = try dialect.grant(head: head, body: body, receivedAt: receivedAt)
    // "The authorization server MAY issue a new refresh token, in which case the client MUST
    // discard the old refresh token and replace it with the new refresh token."
    grant.refreshToken = grant.refreshToken ?? refreshToken
    return grant
  }
}

extension Scope {
  /// The text of scopes to be sent.
  ///
  /// - Throws: `misused` naming `scopes`, when one cannot be sent.
  static func checkedText(_ scopes: [Scope]) throws(OAuthError) -> String {
    guard scopes.allSatisfy(\.isValid) else {
      throw .misused("scopes", "A scope is empty or holds forbidden characters.")
    }
    return text(scopes)
  }
}
