// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

/// Turns a refresh token into fresh tokens.
///
/// Specification: [RFC 6749 §6](https://www.rfc-editor.org/rfc/rfc6749#section-6).
public struct RefreshExchange: TokenEndpointExchange {
  private let refreshToken: Secret
  private let scopes: [Scope]?
  private let resources: [String]
  private let details: [AuthorizationDetail]
  /// The client, which proves who it is.
  public let client: ClientIdentity
  private let tokenEndpoint: Endpoint
  private let extra: Parameters
  /// How the provider bends the rules.
  public let dialect: Dialect

  /// A refresh.
  ///
  /// - Parameters:
  ///   - refreshToken: The newest refresh token.
  ///   - scopes: Fewer scopes than were granted; nil asks for all of them.
  ///   - resources: The APIs the token shall be good for; empty leaves it as it was.
  ///   - details: Less than was granted in detail; empty asks for all of it.
  ///   - client: The client that the token was issued to.
  ///   - tokenEndpoint: The token endpoint of the issuer of the token.
  ///   - extra: Parameters a provider wants besides those of the protocol.
  ///   - dialect: How the provider bends the rules.
  public init(
    refreshToken: Secret, scopes: [Scope]? = nil, resources: [String] = [],
    details: [AuthorizationDetail] = [], client: ClientIdentity, tokenEndpoint: Endpoint,
    extra: Parameters = [:], dialect: Dialect = .standard
  ) {
    self.refreshToken = refreshToken
    self.scopes = scopes
    self.resources = resources
    self.details = details
    self.client = client
    self.tokenEndpoint = tokenEndpoint
    self.extra = extra
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
  /// - Throws: `misused` naming `scopes`, when one can't be sent.
  static func checkedText(_ scopes: [Scope]) throws(OAuthError) -> String {
    guard scopes.allSatisfy(\.isValid) else {
      throw .misused("scopes", "A scope is empty or holds forbidden characters.")
    }
    return text(scopes)
  }
}
