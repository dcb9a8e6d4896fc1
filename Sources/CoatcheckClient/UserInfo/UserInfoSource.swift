// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth
import HTTPTypes
import CoatcheckFoundation

/// The UserInfo endpoint of an authorization server, with the form of responses that the client is
/// registered for.
///
/// [OpenID Connect Core §5.3](https://openid.net/specs/openid-connect-core-1_0.html#UserInfo).
public struct UserInfoSource: Sendable {
  /// The registered form of the responses: `userinfo_signed_response_alg` and
  /// `userinfo_encrypted_response_alg`.
  public typealias Form = ResponseProtection

  private let context: ClientContext
  private let form: Form
  private let presentation: UserInfoExchange.TokenPresentation

  /// Creates a source of UserInfo claims.
  ///
  /// - Parameters:
  ///   - context: The client and its provider.
  ///   - form: The registered form of the responses; a response in another form is invalid. Plain JSON
  ///     unless given.
  ///   - presentation: Where the access token is in the request; in the `Authorization` field unless
  ///     given.
  public init(
    _ context: ClientContext, form: Form = .plain,
    presentation: UserInfoExchange.TokenPresentation = .header
  ) {
    self.context = context
    self.form = form
    self.presentation = presentation
  }

  private var environment: RuntimeEnvironment { context.runtime.environment }

  /// The UserInfo claims of a user, requested with a bearer token.
  ///
  /// - Parameters:
  ///   - accessToken: An access token with the scope `openid`.
  ///   - subject: The `sub` of the ID token, which the response has to repeat.
  /// - Throws: `refused` when the access token is not accepted; `unreadable` when the response is
  ///   invalid, in which case none of its claims may be used, and with `subjectMismatch` when it is
  ///   about another user; `misused` naming `userinfo_endpoint` when the authorization server has none;
  ///   what the transport throws.
  public func userInfo(
    accessToken: Secret, about subject: String
  ) async throws(OAuthError) -> UserInfo {
    try await userInfo(accessToken, of: nil, about: subject)
  }

  private func userInfo(
    _ accessToken: Secret, of session: Session?, about subject: String
  ) async throws(OAuthError) -> UserInfo {
    let metadata = context.metadata
    guard let endpoint = metadata.userInfoEndpoint else {
      throw .misused("userinfo_endpoint", "The authorization server has no userinfo endpoint.")
    }
    guard let (algorithms, decryption) = form.signing else {
      return try await perform(
        UserInfoExchange(
          endpoint: endpoint, accessToken: accessToken, subject: subject,
          subjects: context.dialect.subjects, presentation: presentation), as: session)
    }
    let jwt = try await perform(
      SignedUserInfoExchange(
        endpoint: endpoint, accessToken: accessToken, presentation: presentation), as: session)
    let token = try await context.runtime.keys.verified(
      answer: jwt, at: metadata.jwksURI, accepting: algorithms, openedBy: decryption)
    return try SignedResponseRules(
      issuer: metadata.issuer, audience: context.client.id, algorithms: algorithms,
      now: environment.now()
    ).userInfo(in: token, about: subject)
  }

  /// The UserInfo claims of the user of a session, requested with the session's access token, and with
  /// a DPoP proof if the token is bound to a key.
  ///
  /// - Parameter session: The session of the user.
  /// - Throws: As ``userInfo(accessToken:about:)`` and `Session.accessToken()`; `misused` naming
  ///   `presentation` for a token that is bound to a key and would have to be sent in a form.
  public func userInfo(of session: Session) async throws(OAuthError) -> UserInfo {
    // RFC 9449 §7.1 has the field `Authorization` for such a token and nothing else.
    guard presentation == .header || session.stored?.dpopKey == nil else {
      throw .misused("presentation", "A sender-constrained token cannot be sent in a form.")
    }
    return try await userInfo(
      session.accessToken(), of: presentation == .header ? session : nil,
      about: session.account.subject)
  }

  /// Performs an exchange with the access token in it, or with the current one of a session.
  private func perform<E: Exchange>(
    _ exchange: E, as session: Session?
  ) async throws(OAuthError) -> E.Reply {
    guard let session else {
      return try await context.runtime.transport.perform(exchange, environment: environment)
    }
    var (request, body) = try exchange.request(in: environment)
    request.headerFields[.authorization] = nil
    let answer = try await AuthorizedTransport(session, transport: context.runtime.transport)
      .send(request, body: body, limit: .standard)
    return try exchange.reply(head: answer.head, body: answer.body, receivedAt: environment.now())
  }
}
