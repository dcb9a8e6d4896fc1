// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckJOSE
public import CoatcheckOAuth

/// Signs in once more a user who is signed in by a password, with a second factor.
///
/// The session takes the place of the first one, which is of no more use.
public struct KiiMFASignIn: SignInFlow {
  /// What proves the second factor.
  public enum Code: Sendable {
    /// What the user's authenticator shows now.
    case oneTime(Secret)
    /// One of the codes the user has written down. It works once.
    case recovery(Secret)
  }

  let session: Session
  let code: Code

  /// Asks the token endpoint, with the access token of the first session.
  ///
  /// - Throws: `invalidGrant` when the code is wrong: the first session continues. `subjectMismatch` when the
  ///   answer is about another user.
  public func session(
    in context: SignInContext, storedAs name: String?
  ) async throws(OAuthError) -> StoredSession {
    _ = try KiiApp(context)
    guard session.account.issuer == context.metadata.issuer.text,
      session.account.clientID == context.client.id
    else { throw .misused("session", "The session is another client's.") }
    let tokenEndpoint = try context.metadata.requiredTokenEndpoint
    let exchange = DirectExchange(
      .other(type: "mfa", try parameters), client: context.client, tokenEndpoint: tokenEndpoint,
      dialect: context.dialect)
    let token = try await session.accessToken()
    let grant = try await context.perform(KiiBearing(base: exchange, token: token))
    guard grant.extra["id"]?.stringValue?.isExactly(session.account.subject) == true else {
      throw .unreadable(
        .subjectMismatch, "Kii Cloud answered about another user.", parameter: "id")
    }
    return try await context.session(of: grant, scopes: [], storedAs: name)
  }

  private var parameters: Parameters {
    get throws(OAuthError) {
      let (name, code) =
        switch code {
        case .oneTime(let code): ("totp_code", code)
        case .recovery(let code): ("recovery_code", code)
        }
      try KiiRules.checkText(code.reveal(), named: name)
      return Parameters([(name, code.reveal())])
    }
  }
}

extension SignInFlow where Self == KiiMFASignIn {
  /// With a second factor, after a password.
  ///
  /// - Parameters:
  ///   - session: The session that the password made.
  ///   - code: What proves the second factor.
  public static func kiiSecondFactor(
    after session: Session, _ code: KiiMFASignIn.Code
  ) -> KiiMFASignIn {
    KiiMFASignIn(session: session, code: code)
  }
}
