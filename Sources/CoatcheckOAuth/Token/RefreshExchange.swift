// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

/// The token request with a refresh token.
///
/// [RFC 6749 §6](https://www.rfc-editor.org/rfc/rfc6749#section-6).
public struct RefreshExchange: TokenEndpointExchange {
  private let refreshToken: Secret
  private let scopes: [Scope]?
  private let resources: [String]
  /// The requested authorization details, no more than were granted
  /// ([RFC 9396 §6](https://www.rfc-editor.org/rfc/rfc9396#section-6)); empty requests all of them.
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
  ///   - resources: The protected resources that the token is requested for, absolute URIs without a
  ///     fragment; empty leaves them unchanged.
  ///   - client: The client that the token was issued to, with its credentials.
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

  /// The HTTP request to the token endpoint, with the refresh token.
  ///
  /// - Throws: `misused`: naming `refresh_token`, `scopes`, `resources`, `client_id`, `client_secret` or
  ///   `fields` when it cannot be sent; naming the additional parameter that the protocol defines.
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

  /// Reads the token reply. When the server issued no new refresh token, the grant holds the previous one.
  ///
  /// - Parameters:
  ///   - head: The status and the fields of the response.
  ///   - body: The whole body.
  ///   - receivedAt: The wall-clock time at which the response arrived.
  /// - Throws: As ``Exchange/reply(head:body:receivedAt:)``. When the error is `unreachable` or
  ///   `unreadable`, the server may have replaced the refresh token already.
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
  /// The value of the parameter `scope` for a request.
  ///
  /// - Throws: `misused` naming `scopes`, when one is not a valid scope.
  static func checkedText(_ scopes: [Scope]) throws(OAuthError) -> String {
    guard scopes.allSatisfy(\.isValid) else {
      throw .misused("scopes", "A scope is empty or holds forbidden characters.")
    }
    return text(scopes)
  }
}
