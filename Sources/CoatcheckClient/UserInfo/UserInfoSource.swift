// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth
import HTTPTypes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
    try await userInfo(accessToken, of: nil, about: subject)
  }

  private func userInfo(
    _ accessToken: Secret, of session: Session?, about subject: String
  ) async throws(OAuthError) -> UserInfo {
    guard let endpoint = metadata.userInfoEndpoint else {
      throw .misused("userinfo_endpoint", "The issuer has no userinfo endpoint.")
    }
    switch form {
    case .plain:
      return try await perform(
        UserInfoExchange(
          endpoint: endpoint, accessToken: accessToken, subject: subject,
          presentation: presentation), as: session)
    case .signed(let algorithms):
      let jwt = try await perform(signedExchange(endpoint, accessToken), as: session)
      return try await signed(jwt, algorithms, about: subject)
    case .encrypted(let algorithms, let own, let envelopes):
      let jwt = try Self.opened(
        try await perform(signedExchange(endpoint, accessToken), as: session), by: own,
        accepting: envelopes)
      return try await signed(jwt, algorithms, about: subject)
    }
  }

  /// What the issuer says about the person of a session: with its own token, and with a proof of the key that
  /// the token is bound to.
  ///
  /// - Parameter session: Who is signed in.
  /// - Throws: As ``userInfo(accessToken:about:)`` and `Session.accessToken()`; `misused` for a token that is
  ///   bound to a key and would have to go in a form.
  public func userInfo(of session: Session) async throws(OAuthError) -> UserInfo {
    // RFC 9449 §7.1 has the field `Authorization` for such a token and nothing else.
    guard presentation == .header || session.stored?.dpopKey == nil else {
      throw .misused("presentation", "A token that is bound to a key can't go in a form.")
    }
    return try await userInfo(
      session.accessToken(), of: presentation == .header ? session : nil,
      about: session.account.subject)
  }

  private func signedExchange(
    _ endpoint: Endpoint, _ accessToken: Secret
  ) -> SignedUserInfoExchange {
    SignedUserInfoExchange(
      endpoint: endpoint, accessToken: accessToken, presentation: presentation)
  }

  /// Asks with the token in the exchange, or with the one that a session has at the moment.
  private func perform<E: Exchange>(
    _ exchange: E, as session: Session?
  ) async throws(OAuthError) -> E.Reply {
    guard let session else {
      return try await transport.perform(exchange, environment: environment)
    }
    var (request, body) = try exchange.request(in: environment)
    request.headerFields[.authorization] = nil
    let answer = try await AuthorizedTransport(session, transport: transport)
      .send(request, body: body, limit: .standard)
    return try exchange.reply(
      head: answer.head, body: answer.body, receivedAt: environment.now())
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
