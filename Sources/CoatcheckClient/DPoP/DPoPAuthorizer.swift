// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import HTTPTypes
public import CoatcheckFoundation

/// Sends the access token together with a DPoP proof of the key that it is bound to:
/// `Authorization: DPoP …` and `DPoP: …`.
///
/// A session whose tokens are bound uses it by default. Tokens that are not bound are sent as
/// ``BearerAuthorizer`` sends them.
/// [RFC 9449 §7](https://www.rfc-editor.org/rfc/rfc9449#section-7).
public struct DPoPAuthorizer: Authorizer {
  private let nonces: DPoPNonces
  private let bearer: BearerAuthorizer

  /// Creates an authorizer.
  ///
  /// - Parameters:
  ///   - nonces: The nonces that servers have supplied; use the same object wherever requests are sent
  ///     with the same key.
  ///   - bearer: Supplies the additional fields and the rules for rejected tokens, and sends tokens
  ///     that are not bound.
  public init(nonces: DPoPNonces = DPoPNonces(), bearer: BearerAuthorizer = BearerAuthorizer()) {
    self.nonces = nonces
    self.bearer = bearer
  }

  /// Adds the access token and the DPoP proof to the request.
  ///
  /// - Throws: `misused` naming `session` when the token is bound to a key that is not stored with the
  ///   session, or there is no session; an error when the token cannot be sent or the proof cannot be
  ///   signed. The request is not sent then.
  public func authorize(
    _ request: inout HTTPRequest, as session: AuthorizedSession?, environment: RuntimeEnvironment
  ) async throws(OAuthError) {
    guard let session, DPoPToken.isType(session.tokenType) else {
      try await bearer.authorize(&request, as: session, environment: environment)
      return
    }
    guard let key = session.dpopKey else {
      throw .misused("session", "The access token is bound to a key that is not stored with it.")
    }
    for field in bearer.fields where request.headerFields[field.name] == nil {
      request.headerFields.append(field)
    }
    request.headerFields[.authorization] = try BearerToken.field(
      session.accessToken, type: DPoPToken.type)
    try DPoPProver(key: key, nonces: nonces)
      .prove(&request, accessToken: session.accessToken, environment: environment)
  }

  /// As ``BearerAuthorizer/bytesForVerdict(on:)``.
  public func bytesForVerdict(on response: HTTPResponse) -> Int {
    bearer.bytesForVerdict(on: response)
  }

  /// Stores the nonce of the response, and decides by the `WWW-Authenticate` challenge:
  /// `use_dpop_nonce` with a new nonce repeats the request, `invalid_token` or no error code rejects
  /// the token. Without a DPoP challenge the bearer rules decide.
  public func verdict(
    on response: HTTPResponse, body: Data, to request: HTTPRequest
  ) async -> AuthorizationVerdict {
    guard let proof = request.headerFields[.dPoP] else {
      return await bearer.verdict(on: response, body: body, to: request)
    }
    let isNew = DPoPProver.learn(nonces, from: response, to: request, proof: proof)
    let fields = response.headerFields[values: .wwwAuthenticate]
    guard response.status == .unauthorized,
      let challenge = BearerChallenge(fields: fields, scheme: .dpop)
    else { return await bearer.verdict(on: response, body: body, to: request) }
    switch challenge.error {
    // RFC 9449 §9: "the resource server […] responds with […] use_dpop_nonce […] and […] DPoP-Nonce".
    case .useDPoPNonce: return isNew ? .repeatWithSameToken : .accepted
    case nil, .invalidToken: return .tokenRejected
    default: return .accepted
    }
  }
}
