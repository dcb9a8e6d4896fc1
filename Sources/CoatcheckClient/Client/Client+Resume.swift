// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation
import CoatcheckJOSE
public import CoatcheckOAuth

extension Client {
  /// Starts a sign-in whose authorization response the app receives itself, in this run of the program
  /// or in a later one.
  ///
  /// ```swift
  /// open(try await client.beginSignIn(scopes: [.openID], storedAs: "main"))
  /// // and when the app is opened with an address:
  /// if let session = try await client.resume(with: url) { … }
  /// ```
  ///
  /// The sign-in is stored before this returns, in the client's store and for ten minutes.
  ///
  /// - Parameters:
  ///   - flow: How the user signs in; the authorization code flow unless given.
  ///   - scopes: The scopes to request, where the flow does not have them.
  ///   - name: The name the session will be stored under; without it, the subject.
  ///   - options: Further parameters of the authorization request.
  /// - Returns: The authorization request URL, to open in the user's browser.
  /// - Throws: `misused` naming `redirect` when the client's redirect URI is not `.fixed`, naming
  ///   `store` when its store keeps no pending sign-ins, and naming `name` when the provider requires
  ///   one; what the flow and the store throw.
  public func beginSignIn(
    using flow: some ResumableSignInFlow = .code, scopes: [Scope] = [],
    storedAs name: String? = nil, options: AuthorizationOptions = AuthorizationOptions()
  ) async throws(OAuthError) -> URL {
    guard case .fixed(let redirectURI) = redirect else {
      throw .misused(
        "redirect", "The app receives the callback at its registered redirect URI: use .fixed.")
    }
    guard let store = store as? any PendingAuthorizationStore else {
      throw .misused("store", "The client's store keeps no sign-ins that wait for their callbacks.")
    }
    try check(scopes, name)
    // Another run of the program may complete the sign-in, so the session must be stored, and this
    // provider's sessions are stored under a name only.
    guard !provider.dialect.requirements.contains(.name) || name?.isEmpty == false else {
      throw .misused("name", "This provider's sign-ins are stored under a name only.")
    }
    let begun = try await flow.begin(
      in: signInContext(SignInRequest(scopes: scopes, options: options)), redirectURI: redirectURI,
      storedAs: name)
    try await store.add(begun.pending, at: environment.now())
    return begun.url
  }

  /// Completes a sign-in with its authorization response, also when another run of the program started
  /// it.
  ///
  /// - Parameter callback: The whole URL that the app was opened with, with its query and fragment.
  /// - Returns: The session, stored; nil when no sign-in of this client waits for this URL, so that the
  ///   app may have another use for it. Nothing was changed then.
  /// - Throws: `unreadable` when the callback is invalid or too late: the right one may still be
  ///   received; `refused` when the authorization server refuses or the user denies, which ends the
  ///   sign-in; what the transport or the store throws.
  public func resume(with callback: URL) async throws(OAuthError) -> Session? {
    let text = callback.absoluteString
    guard let store = store as? any PendingAuthorizationStore,
      let state = PendingAuthorization.state(in: text),
      let pending = try await store.pendingAuthorization(
        at: provider.metadata.issuer, clientID: identity.id, state: state)
    else { return nil }
    let signIn = try pending.signIn()
    return switch signIn.flow {
    case AuthorizationTransaction.flow:
      try await resume(AuthorizationTransaction.self, pending, signIn, text, in: store)
    case HybridTransaction.flow:
      try await resume(HybridTransaction.self, pending, signIn, text, in: store)
    case ImplicitTransaction.flow:
      try await resume(ImplicitTransaction.self, pending, signIn, text, in: store)
    default: nil
    }
  }

  private func resume<Transaction: RedirectTransaction>(
    _ type: Transaction.Type, _ pending: PendingAuthorization, _ signIn: StoredSignIn,
    _ callback: String, in store: any PendingAuthorizationStore
  ) async throws(OAuthError) -> Session? {
    let transaction = try Transaction(json: signIn.transaction, dialect: provider.dialect)
    let context = SignInContext(
      context, prover: signIn.dpopKey.map { DPoPProver(key: $0, nonces: DPoPNonces()) })
    let answer: Transaction.Answer
    do throws(OAuthError) {
      answer = try await transaction.answer(in: callback, to: context)
    } catch {
      if error.outcome == .refused { _ = try await store.take(pending) }
      throw error
    }
    // Of two programs that receive the same callback, one redeems it.
    guard try await store.take(pending) else { return nil }
    var session = try await transaction.session(of: answer, in: context, storedAs: signIn.name)
    session.browserSession = signIn.browserSession
    return try await keep(session)
  }
}
