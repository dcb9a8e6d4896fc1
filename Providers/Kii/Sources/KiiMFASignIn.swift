// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckJOSE
public import CoatcheckOAuth

/// Signs in, with a second factor, a user who has signed in with a password.
///
/// The new session replaces the first one, whose tokens are no longer useful.
public struct KiiMFASignIn: SignInFlow {
  /// The credential of the second factor.
  public enum Code: Sendable {
    /// The code that the user's authenticator shows now.
    case oneTime(Secret)
    /// One of the user's recovery codes. It can be used once.
    case recovery(Secret)
  }

  let session: Session
  let code: Code

  /// Sends the code to the token endpoint, with the access token of the first session.
  ///
  /// - Throws: `misused` naming `session` when the first session is another client's, or `totp_code` or
  ///   `recovery_code` when the code is empty, before anything is sent; `invalidGrant` when the code is
  ///   wrong: the first session continues; `subjectMismatch` when the response is for another user.
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
  /// A sign-in with a second factor, after one with a password.
  ///
  /// - Parameters:
  ///   - session: The session of the sign-in with the password.
  ///   - code: The credential of the second factor.
  public static func kiiSecondFactor(
    after session: Session, _ code: KiiMFASignIn.Code
  ) -> KiiMFASignIn {
    KiiMFASignIn(session: session, code: code)
  }
}
