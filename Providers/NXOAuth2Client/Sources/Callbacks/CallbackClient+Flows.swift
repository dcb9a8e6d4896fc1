// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckOAuth
public import CoatcheckFoundation
import Logging

extension CallbackClient {
  /// Begins the code flow: creates an authorization request. The authorization response goes to
  /// ``handleRedirect(_:)``.
  ///
  /// At most eight requests wait for their responses; the oldest is discarded first.
  ///
  /// - Parameters:
  ///   - redirectURI: The registered redirect URI.
  ///   - options: Further parameters of the authorization request.
  /// - Returns: The authorization request URL, to open in a browser.
  /// - Throws: `misused` naming the invalid argument.
  public func authorizationURL(
    redirectURI: String, options: AuthorizationOptions = AuthorizationOptions()
  ) throws(OAuthError) -> URL {
    let attempt = try CodeFlow(client.context).begin(
      redirectURI: redirectURI, scopes: scopes, options: options)
    let now = client.environment.now()
    attempts.removeAll {
      now.timeIntervalSince($0.transaction.startedAt) > AuthorizationTransaction.lifetime
    }
    attempts = attempts.suffix(Self.maximumAttempts - 1) + [attempt]
    return attempt.url
  }

  /// The maximum number of sign-ins that wait for their callbacks.
  private static var maximumAttempts: Int { 8 }

  /// Completes a sign-in with the address that the app was opened with.
  ///
  /// The address belongs to this client if it has exactly the redirect URI of a sign-in that was begun
  /// here, not only at its beginning, and the `state` of that sign-in.
  ///
  /// - Parameter url: The whole address, with its query and fragment.
  /// - Returns: Whether the address belongs to this client. If it does, the delegate receives
  ///   `clientDidGetAccess` or `didFailWith`; if not, the delegate is not called.
  @discardableResult
  public func handleRedirect(_ url: String) -> Bool {
    guard let flow = takeFlow(for: url) else { return false }
    start(flow)
    return true
  }

  /// Completes a sign-in as ``handleRedirect(_:)``, and returns the session.
  ///
  /// - Parameter url: The whole address, with its query and fragment.
  /// - Throws: `stateMismatch` when the address does not belong to this client: the delegate is not
  ///   called then. `misused` naming `client` when another sign-in is under way; else the error of the
  ///   sign-in, which the delegate receives as well.
  public func session(fromRedirect url: String) async throws(OAuthError) -> Session {
    guard let flow = takeFlow(for: url) else {
      throw .unreadable(
        .stateMismatch, "The callback does not belong to a sign-in of this client.",
        parameter: "state")
    }
    try begin()
    return try await finish(flow)
  }

  private func takeFlow(for url: String) -> CallbackFlow? {
    guard let index = attempts.firstIndex(where: { $0.isMeant(by: url) }) else { return nil }
    return .redirect(attempts.remove(at: index), callback: url)
  }

  /// Signs in with a username and a password that the user types into this program. The delegate receives
  /// `clientDidGetAccess` or `didFailWith`.
  ///
  /// This is the grant of [RFC 6749 §4.3](https://www.rfc-editor.org/rfc/rfc6749#section-4.3), for
  /// authorization servers that support nothing better.
  /// [RFC 9700 §2.4](https://www.rfc-editor.org/rfc/rfc9700#section-2.4) forbids it everywhere else; the
  /// log of the client has a warning.
  ///
  /// - Parameters:
  ///   - username: The username.
  ///   - password: The password.
  public func authenticate(username: String, password: Secret) {
    // RFC 9700 §2.4: "The resource owner password credentials grant [RFC6749] MUST NOT be used."
    client.context.runtime.logger.warning(
      "the user's password is sent by this program: RFC 9700 forbids the grant where there is another"
    )
    start(.direct(GrantSignIn(.password(username: username, password: password), scopes: scopes)))
  }

  /// Requests an access token for the client itself, without a user: the client credentials grant of
  /// [RFC 6749 §4.4](https://www.rfc-editor.org/rfc/rfc6749#section-4.4). The delegate receives
  /// `clientDidGetAccess` or `didFailWith`.
  public func authenticateWithClientCredentials() {
    start(.direct(GrantSignIn(.clientCredentials, scopes: scopes)))
  }

  /// Signs in with an assertion. The delegate receives `clientDidGetAccess` or `didFailWith`.
  ///
  /// - Parameters:
  ///   - assertion: The assertion.
  ///   - type: The type of the assertion, an absolute URI.
  ///   - form: The form of the token request.
  public func authenticate(
    assertion: Secret, type: String, form: AssertionForm = .standard
  ) {
    let grant: DirectGrant =
      switch form {
      case .standard: .assertion(type: type, assertion)
      case .draft10: .draftAssertion(type: type, assertion)
      }
    start(.direct(GrantSignIn(grant, scopes: scopes)))
  }

  /// Signs in by any flow. The delegate receives `clientDidGetAccess` or `didFailWith`.
  ///
  /// - Parameter way: The flow.
  public func authenticate(by way: some SignInFlow) { start(.direct(way)) }

  /// Signs in as ``authenticate(by:)``, and returns the session.
  ///
  /// - Parameter way: The flow.
  /// - Throws: `misused` naming `client` when another sign-in is under way; else the error of the flow.
  ///   The delegate receives it as well, and what was stored stays as it was.
  @discardableResult
  public func signIn(using way: some SignInFlow) async throws(OAuthError) -> Session {
    try begin()
    return try await finish(.direct(way))
  }

  private func start(_ flow: CallbackFlow) {
    // If another sign-in is under way, `begin` has reported the error to the delegate.
    guard (try? begin()) != nil else { return }
    Task { _ = try? await finish(flow) }
  }
}

/// The form of a token request with an assertion.
public enum AssertionForm: Sendable, Hashable {
  /// The type of the assertion is the `grant_type`:
  /// [RFC 7521 §4.1](https://www.rfc-editor.org/rfc/rfc7521#section-4.1).
  case standard
  /// The `grant_type` is `assertion`, and `assertion_type` has the type of the assertion: draft 10 of
  /// OAuth 2.0, section 4.1.3.
  case draft10
}
