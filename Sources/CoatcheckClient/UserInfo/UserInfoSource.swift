// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth

/// An issuer's userinfo endpoint, and how its answers were registered to come.
public struct UserInfoSource: Sendable {
  /// How answers come.
  public enum Form: Sendable {
    /// As JSON, which TLS alone protects.
    case plain
    /// As a JWT that is signed by one of these algorithms: `userinfo_signed_response_alg`.
    case signed(Set<SignatureAlgorithm>)
    /// As a signed JWT in an envelope for this client: `userinfo_encrypted_response_alg`.
    case encrypted(
      Set<SignatureAlgorithm>, keys: DecryptionKeySet, accepting: UnverifiedJWE.Algorithms)
  }

  private let metadata: ServerMetadata
  private let clientID: String
  private let form: Form
  private let presentation: UserInfoExchange.Presentation
  private let keys: KeySetCache
  private let transport: any HTTPTransport
  private let environment: Environment

  /// - Parameters:
  ///   - metadata: The issuer's metadata.
  ///   - clientID: The client's id there.
  ///   - form: How answers come; one in another form is refused.
  ///   - presentation: Where the token is in the request.
  ///   - keys: The keys seen so far; a cache of its own unless given.
  ///   - transport: What sends the requests.
  ///   - environment: The clock.
  public init(
    metadata: ServerMetadata, clientID: String, form: Form = .plain,
    presentation: UserInfoExchange.Presentation = .header, keys: KeySetCache? = nil,
    transport: any HTTPTransport, environment: Environment = .live
  ) {
    self.metadata = metadata
    self.clientID = clientID
    self.form = form
    self.presentation = presentation
    self.keys = keys ?? KeySetCache(transport: transport, environment: environment)
    self.transport = transport
    self.environment = environment
  }

  /// What the issuer says about a person.
  ///
  /// - Parameters:
  ///   - accessToken: A token with the scope `openid`.
  ///   - subject: The `sub` of the ID token: the answer has to be about the same person.
  /// - Throws: `refused` when the token isn't accepted; `unreadable` when the answer must not be believed;
  ///   `misused` when the issuer has no such endpoint.
  public func userInfo(
    accessToken: Secret, about subject: String
  ) async throws(OAuthError) -> UserInfo {
    guard let endpoint = metadata.userInfoEndpoint else {
      throw .misused("userinfo_endpoint", "The issuer has no userinfo endpoint.")
    }
    switch form {
    case .plain:
      return try await transport.perform(
        UserInfoExchange(
          endpoint: endpoint, accessToken: accessToken, subject: subject,
          presentation: presentation), environment: environment)
    case .signed(let algorithms):
      return try await signed(
        try await answer(endpoint, accessToken), algorithms, about: subject)
    case .encrypted(let algorithms, let own, let envelopes):
      let jwt = try Self.opened(
        try await answer(endpoint, accessToken), by: own, accepting: envelopes)
      return try await signed(jwt, algorithms, about: subject)
    }
  }

  private func answer(
    _ endpoint: Endpoint, _ accessToken: Secret
  ) async throws(OAuthError) -> Secret {
    try await transport.perform(
      SignedUserInfoExchange(
        endpoint: endpoint, accessToken: accessToken, presentation: presentation),
      environment: environment)
  }

  private func signed(
    _ jwt: Secret, _ algorithms: Set<SignatureAlgorithm>, about subject: String
  ) async throws(OAuthError) -> UserInfo {
    guard let jwksURI = metadata.jwksURI else {
      throw .unreadable(
        .metadataMalformed, "The issuer has no keys to verify its answers with.",
        parameter: "jwks_uri")
    }
    let token: VerifiedJWT
    do throws(OAuthError) {
      token = try await keys.verified(
        Self.parsed(jwt), at: jwksURI, accepting: algorithms)
    } catch  where error.code == .idTokenInvalid {
      throw .unreadable(
        .signedAnswerInvalid, "The signature or the form of the userinfo answer is no good.")
    }
    return try SignedAnswerRules(
      issuer: metadata.issuer, audience: clientID, algorithms: algorithms, now: environment.now()
    ).userInfo(in: token, about: subject)
  }

  private static func parsed(_ jwt: Secret) throws(OAuthError) -> UnverifiedJWT {
    do {
      return try UnverifiedJWT(jwt.reveal())
    } catch {
      throw .refusedToken(error)
    }
  }

  /// OIDC Core §5.3.2: "If both signing and encryption are requested, the response MUST be signed then
  /// encrypted". What is only encrypted anybody can have made.
  private static func opened(
    _ envelope: Secret, by own: DecryptionKeySet, accepting envelopes: UnverifiedJWE.Algorithms
  ) throws(OAuthError) -> Secret {
    do {
      let content = try UnverifiedJWE(envelope.reveal()).decrypted(by: own, accepting: envelopes)
      return Secret(String(decoding: content, as: UTF8.self))
    } catch {
      throw .unreadable(
        .signedAnswerInvalid,
        "The envelope of the userinfo answer can't be opened: \(error.reason).")
    }
  }
}
