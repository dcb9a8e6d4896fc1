// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

/// A token request with a grant that needs no browser: see ``DirectGrant``.
public struct DirectExchange: TokenEndpointExchange {
  private let grant: DirectGrant
  private let scopes: [Scope]
  private let resources: [String]
  /// The requested authorization details ([RFC 9396 §6](https://www.rfc-editor.org/rfc/rfc9396#section-6));
  /// empty sends none.
  public var details: [AuthorizationDetail] = []
  /// The client and its credentials.
  public let client: ClientIdentity
  private let tokenEndpoint: Endpoint
  /// Parameters that a provider requires besides those of the protocol.
  public var extra: Parameters = [:]
  /// The dialect of the authorization server.
  public let dialect: Dialect

  /// Creates a token request.
  ///
  /// - Parameters:
  ///   - grant: The grant.
  ///   - scopes: The requested scopes; empty leaves them to the server.
  ///   - client: The client, with its credentials.
  ///   - tokenEndpoint: The token endpoint.
  ///   - resources: The protected resources that the token is requested for, absolute URIs without a
  ///     fragment ([RFC 8707 §2](https://www.rfc-editor.org/rfc/rfc8707#section-2)).
  ///   - dialect: The dialect of the authorization server.
  public init(
    _ grant: DirectGrant, scopes: [Scope] = [], client: ClientIdentity, tokenEndpoint: Endpoint,
    resources: [String] = [], dialect: Dialect = .standard
  ) {
    self.grant = grant
    self.scopes = scopes
    self.resources = resources
    self.client = client
    self.tokenEndpoint = tokenEndpoint
    self.dialect = dialect
  }

  /// The HTTP request to the token endpoint.
  ///
  /// - Throws: `misused`: naming `client` for the client credentials grant of a client without credentials;
  ///   naming the parameter that is empty, the argument that cannot be sent, or the additional parameter
  ///   that the protocol defines.
  public func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    var form = grant.parameters
    switch grant {
    case .clientCredentials:
      // "The client credentials grant type MUST only be used by confidential clients."
      if case .none = client.authentication {
        throw .misused("client", "A client without credentials cannot ask for a token of its own.")
      }
    case .password:
      try form.require("username", "password")
    case .assertion: try form.require("grant_type", "assertion")
    case .draftAssertion: try form.require("assertion_type", "assertion")
    case .tokenExchange: try form.require("subject_token", "subject_token_type")
    case .jwtBearer: try form.require("assertion")
    case .other: try form.require("grant_type")
    }
    form["scope"] = try Scope.checkedText(scopes)
    try ResourceIndicator.add(resources, to: &form)
    // RFC 9396 §6: a token request can contain authorization details.
    form[AuthorizationDetail.parameter] = AuthorizationDetail.text(details)
    try form.add(
      extra,
      reserved: TokenRequest.reserved.union([
        "username", "password", "assertion", AuthorizationDetail.parameter,
      ]))
    return try dialect.request(form, for: grant.step, to: tokenEndpoint, as: client)
  }

  /// Reads the token reply.
  ///
  /// - Parameters:
  ///   - head: The status and the fields of the response.
  ///   - body: The whole body.
  ///   - receivedAt: The wall-clock time at which the response arrived.
  /// - Throws: As ``Exchange/reply(head:body:receivedAt:)``; `unreadable`,
  ///   ``OAuthError/Code/tokenMalformed``, naming `issued_token_type`, when the reply to a token exchange
  ///   does not state the type of its token, or states another one than was requested.
  public func reply(
    head: HTTPResponse, body: Data, receivedAt: Date
  ) throws(OAuthError) -> TokenGrant {
    guard case .tokenExchange(let exchanged) = grant else {
      return try dialect.grant(head: head, body: body, receivedAt: receivedAt)
    }
    // RFC 8693 §2.2.1: "If the token issued is not an access token or usable as an access token, then the
    // token_type value N_A is used".
    var reading = dialect
    reading.tokenTypes = .any
    let answer = try reading.grant(head: head, body: body, receivedAt: receivedAt)
    if answer.tokenType != "N_A" {
      try dialect.tokenTypes.check(answer.tokenType, unnamed: dialect.defaultTokenType)
    }
    // RFC 8693 §2.2.1: "issued_token_type REQUIRED. An identifier […] for the representation of the issued
    // security token."
    guard let issued = answer.issuedTokenType,
      exchanged.requestedType.map({ $0 == issued }) ?? true
    else {
      throw .unreadable(
        .tokenMalformed, "The token endpoint issued a token of another kind.",
        parameter: "issued_token_type", status: head.status.code)
    }
    return answer
  }
}

extension Parameters {
  fileprivate func require(_ names: String...) throws(OAuthError) {
    for name in names where self[name] == nil {
      throw .misused(name, "This parameter is empty.")
    }
  }
}
