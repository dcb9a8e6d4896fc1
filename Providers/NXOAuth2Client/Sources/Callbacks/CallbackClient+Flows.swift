// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckOAuth
public import CoatcheckFoundation
import Logging

extension CallbackClient {
  /// Begins the code flow.
  ///
  /// - Parameters:
  ///   - redirectURI: Where the response shall arrive, as registered.
  ///   - options: What else to say to the provider.
  /// - Returns: The address to open in a browser. The response goes to ``handleRedirect(_:)``.
  /// - Throws: `misused` naming the argument.
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

  /// How many sign-ins may wait for their callbacks.
  private static var maximumAttempts: Int { 8 }

  /// Takes an address that the app was opened with.
  ///
  /// It is this client's when it goes to the redirect URI of a flow that was begun here, exactly and not
  /// only at its beginning, and has that flow's `state`.
  ///
  /// - Returns: Whether it is this client's. If so, did get or did fail follows; if not, nothing does.
  @discardableResult
  public func handleRedirect(_ url: String) -> Bool {
    guard let flow = takeFlow(for: url) else { return false }
    start(flow)
    return true
  }

  /// As ``handleRedirect(_:)``, and waits for the session.
  ///
  /// - Throws: `unreadable` when the address is not this client's; the delegate is not called then;
  ///   else why the flow failed.
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

  /// Signs in with a user's name and password, typed into this program: for providers that know nothing
  /// better. RFC 9700 §2.4 forbids it to all others, and the client's log says so.
  public func authenticate(username: String, password: Secret) {
    // RFC 9700 §2.4: "The resource owner password credentials grant [RFC6749] MUST NOT be used."
    client.context.runtime.logger.warning(
      "the user's password is sent by this program: RFC 9700 forbids the grant where there is another"
    )
    start(.direct(GrantSignIn(.password(username: username, password: password), scopes: scopes)))
  }

  /// Gets access for the client itself, without a user.
  public func authenticateWithClientCredentials() {
    start(.direct(GrantSignIn(.clientCredentials, scopes: scopes)))
  }

  /// Signs in with an assertion.
  ///
  /// - Parameters:
  ///   - assertion: The assertion.
  ///   - type: What kind of assertion it is, as a URI.
  ///   - form: How it is sent.
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

  /// Signs in with what the program or the user has already.
  public func authenticate(by way: some SignInFlow) { start(.direct(way)) }

  /// As ``authenticate(by:)``, and waits for the session.
  ///
  /// - Throws: Why it failed; what was stored before is as it was.
  @discardableResult
  public func signIn(using way: some SignInFlow) async throws(OAuthError) -> Session {
    try begin()
    return try await finish(.direct(way))
  }

  private func start(_ flow: CallbackFlow) {
    // Who may not begin has been told.
    guard (try? begin()) != nil else { return }
    Task { _ = try? await finish(flow) }
  }
}

/// How an assertion is sent.
public enum AssertionForm: Sendable, Hashable {
  /// Its type is the grant type: [RFC 7521 §4.1](https://www.rfc-editor.org/rfc/rfc7521#section-4.1).
  case standard
  /// The grant type is `assertion`, and its type stands beside it: draft 10 §4.1.3.
  case draft10
}
