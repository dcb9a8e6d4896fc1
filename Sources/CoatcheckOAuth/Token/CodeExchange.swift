// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

/// The token request with an authorization code.
///
/// Its only source of a code is an ``AuthorizationReply``, which exists only after the authorization
/// response was checked, so that no code from a forged response can be redeemed.
/// [RFC 6749 §4.1.3](https://www.rfc-editor.org/rfc/rfc6749#section-4.1.3).
public struct CodeExchange: TokenEndpointExchange {
  private let authorization: AuthorizationReply
  /// The client and its credentials.
  public let client: ClientIdentity
  private let tokenEndpoint: Endpoint
  private let extra: Parameters
  /// The dialect of the authorization server.
  public let dialect: Dialect

  /// Creates the token request for the code of a reply.
  ///
  /// - Parameters:
  ///   - reply: The validated authorization response.
  ///   - client: The client that began the transaction, with its credentials.
  ///   - tokenEndpoint: The token endpoint of the transaction's issuer.
  ///   - extra: Parameters that a provider requires besides those of the protocol.
  ///   - dialect: The dialect of the authorization server.
  public init(
    _ reply: AuthorizationReply, client: ClientIdentity, tokenEndpoint: Endpoint,
    extra: Parameters = [:], dialect: Dialect = .standard
  ) {
    authorization = reply
    self.client = client
    self.tokenEndpoint = tokenEndpoint
    self.extra = extra
    self.dialect = dialect
  }

  /// The HTTP request to the token endpoint, with the code, the redirect URI and the code verifier.
  ///
  /// - Throws: `misused`: naming `client` when the client is not the transaction's; naming the additional
  ///   parameter that the protocol defines; naming `client_id`, `client_secret` or `fields` when it cannot
  ///   be sent.
  public func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    let transaction = authorization.transaction
    guard client.id.isExactly(transaction.clientID) else {
      throw .misused("client", "The code was asked for by another client.")
    }
    var form: Parameters = [
      "grant_type": "authorization_code",
      "code": authorization.code.reveal(),
      // "if the "redirect_uri" parameter was included in the authorization request […] their values
      // MUST be identical."
      "redirect_uri": transaction.redirectURI,
    ]
    if case .s256 = dialect.proofKey {
      form["code_verifier"] = transaction.pkce.verifier.reveal()
    }
    // RFC 8707 §2.2: the parameter in the token request "indicates the target service […] where the client
    // intends to use the requested access token".
    try ResourceIndicator.add(transaction.resources, to: &form)
    try form.add(extra, reserved: TokenRequest.reserved)
    return try dialect.request(form, for: .code, to: tokenEndpoint, as: client)
  }
}
