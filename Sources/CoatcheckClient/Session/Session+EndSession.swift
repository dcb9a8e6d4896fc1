// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

extension Session {
  /// The last step of a sign-out: shows the user the page that ends the login session.
  func endProviderSession(
    of tokens: StoredSession?, returning way: SignOutPlan.Return, _ userAgent: (any UserAgent)?,
    in report: inout SignOutReport
  ) async {
    let outcome: SignOutReport.Outcome
    do throws(OAuthError) {
      switch (EndSession.of(tokens), userAgent) {
      case (.nothing(let reason), _):
        outcome = .skipped(reason: reason)
      case (.session(let request), let userAgent?):
        try await request.perform(with: userAgent, returning: way, environment)
        outcome = .done
      case (.session(let request), nil):
        report.endSession = try request.transaction(redirectURI: way.fixedURI, environment)
        outcome = .skipped(reason: "The app shows the page by itself.")
      }
    } catch {
      outcome = .failed(error)
    }
    report.steps.append((.endProviderSession, outcome))
  }
}

/// A request to end the login session that the tokens of a session belong to.
private struct EndSession {
  /// The login session to end, or the reason why no session can be ended.
  enum Subject {
    case session(EndSession)
    case nothing(reason: String)
  }

  private let endpoint: Endpoint
  private let idToken: Secret
  private let clientID: String

  static func of(_ tokens: StoredSession?) -> Subject {
    guard let tokens else { return .nothing(reason: "There was no session.") }
    guard let endpoint = tokens.endSessionEndpoint else {
      return .nothing(reason: "The authorization server has no end session endpoint.")
    }
    switch tokens.browserSession {
    case .shared: break
    case .ephemeral:
      return .nothing(reason: "The browser of the sign-in has no session any more.")
    case .elsewhere:
      return .nothing(reason: "The user signed in with a browser on another device.")
    }
    // Without `id_token_hint` the authorization server has to ask the user for confirmation.
    guard let idToken = tokens.idToken else {
      return .nothing(reason: "There is no ID token to identify the session.")
    }
    return .session(
      EndSession(endpoint: endpoint, idToken: idToken, clientID: tokens.account.clientID))
  }

  func transaction(
    redirectURI: String?, _ environment: RuntimeEnvironment
  ) throws(OAuthError) -> EndSessionTransaction {
    try EndSessionTransaction(
      endpoint: endpoint, idTokenHint: idToken, clientID: clientID,
      postLogoutRedirectURI: redirectURI, environment: environment)
  }

  func perform(
    with userAgent: any UserAgent, returning way: SignOutPlan.Return,
    _ environment: RuntimeEnvironment
  ) async throws(OAuthError) {
    let uri: String? =
      switch way {
      case .none: nil
      case .userAgent: try await userAgent.receivingURI()
      case .fixed(let registered): try await userAgent.receivingURI(registered)
      }
    let transaction: EndSessionTransaction
    do throws(OAuthError) {
      transaction = try self.transaction(redirectURI: uri, environment)
    } catch {
      if let uri { await userAgent.abandon(redirectURI: uri) }
      throw error
    }
    let callback = try await userAgent.endSession(
      EndSessionPage(
        url: transaction.url, callback: uri.flatMap { uri in transaction.state.map { (uri, $0) } }))
    guard uri != nil else { return }
    guard let callback else {
      throw .unreadable(.callbackMalformed, "The browser did not return from the sign-out.")
    }
    try transaction.check(callback)
  }
}

extension SignOutPlan.Return {
  fileprivate var fixedURI: String? {
    if case .fixed(let uri) = self { uri } else { nil }
  }
}
