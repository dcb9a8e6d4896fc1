// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckOAuth

extension SignInContext {
  /// Shows the page of a sign-in, and redeems its callback for a session.
  ///
  /// If another run of the program may receive the callback, the sign-in is stored before the page is
  /// shown, and removed when it ends in any way.
  ///
  /// - Parameters:
  ///   - userAgent: What shows the page.
  ///   - registered: The redirect URI; without it the user agent's.
  ///   - name: The name of the session; without it, the subject.
  ///   - begin: Begins the sign-in, for a redirect URI.
  func session<Transaction: RedirectTransaction>(
    with userAgent: any UserAgent, redirectURI registered: String?, storedAs name: String?,
    begin: (String) async throws(OAuthError) -> (Transaction, URL)
  ) async throws(OAuthError) -> StoredSession {
    let uri = try await userAgent.receivingURI(registered)
    let (transaction, url): (Transaction, URL)
    var stored: PendingAuthorization?
    do throws(OAuthError) {
      (transaction, url) = try await begin(uri)
      if userAgent.isResumable, let pending {
        let authorization = PendingAuthorization(
          transaction, name: name, dpopKey: prover?.key, browserSession: userAgent.browserSession)
        try await pending.add(authorization, at: environment.now())
        stored = authorization
      }
    } catch {
      await userAgent.abandon(redirectURI: uri)
      throw error
    }
    let answer: Transaction.Answer
    do throws(OAuthError) {
      let page = AuthorizationPage(
        url: url, redirectURI: transaction.redirectURI,
        expecting: .state(transaction.state, responseMode: transaction.responseMode))
      answer = try await transaction.answer(in: userAgent.authorize(page), to: self)
    } catch {
      if let stored { _ = try? await pending?.take(stored) }
      throw error
    }
    if let stored, try await pending?.take(stored) == false { throw .signInEnded }
    var session = try await transaction.session(of: answer, in: self, storedAs: name)
    session.browserSession = userAgent.browserSession
    return session
  }
}

extension OAuthError {
  /// RFC 6749 §4.1.2: "The client MUST NOT use the authorization code more than once."
  static let signInEnded = OAuthError.misused(
    "callback", "This sign-in has received its callback already.")
}
