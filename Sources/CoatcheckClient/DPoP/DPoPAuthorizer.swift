// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import HTTPTypes
public import CoatcheckFoundation

/// Puts the access token on the request, and a proof of the key that it is bound to:
/// `Authorization: DPoP …` and `DPoP: …`.
///
/// A session whose tokens are bound uses it by itself. Tokens that are not bound go as ``BearerAuthorizer``
/// sends them.
/// [RFC 9449 §7](https://www.rfc-editor.org/rfc/rfc9449#section-7).
public struct DPoPAuthorizer: Authorizer {
  private let nonces: DPoPNonces
  private let bearer: BearerAuthorizer

  /// An authorizer.
  ///
  /// - Parameters:
  ///   - nonces: The nonces seen so far; hand the same to all that send requests with one key.
  ///   - bearer: What goes with every request besides, how the service rejects tokens, and what tokens that
  ///     are not bound are sent by.
  public init(nonces: DPoPNonces = DPoPNonces(), bearer: BearerAuthorizer = BearerAuthorizer()) {
    self.nonces = nonces
    self.bearer = bearer
  }

  /// Puts the token and the proof on the request.
  ///
  /// - Throws: `misused` when the token is bound and the key is not here.
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

  /// As much as a rule about JSON can read.
  public func bytesForVerdict(on response: HTTPResponse) -> Int {
    bearer.bytesForVerdict(on: response)
  }

  /// Learns the nonce, and judges by the challenge.
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
