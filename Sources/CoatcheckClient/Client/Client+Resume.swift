// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation
import CoatcheckJOSE
public import CoatcheckOAuth

extension Client {
  /// Begins a sign-in whose callback the app receives itself, in this run of the program or in a later one.
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
  ///   - flow: How the user signs in.
  ///   - scopes: The scopes to request, where the flow does not have them.
  ///   - name: The name the session will be stored under; without it, the subject.
  ///   - options: What else to say to the provider.
  /// - Returns: The address to open in the user's browser.
  /// - Throws: `misused` naming `redirect` when the client's redirect URI is not `.fixed`, naming `store` when its store
  ///   keeps no pending sign-ins, and naming `name` when the provider requires one; what the flow and the store throw.
  ///   Nothing is pending then.
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
    // Another run of the program finishes the sign-in, so that it has to be stored.
    guard !provider.dialect.requirements.contains(.name) || name?.isEmpty == false else {
      throw .misused("name", "This provider's sign-ins are stored under a name only.")
    }
    let begun = try await flow.begin(
      in: signInContext(SignInRequest(scopes: scopes, options: options)), redirectURI: redirectURI,
      storedAs: name)
    try await store.add(begun.pending, at: environment.now())
    return begun.url
  }

  /// Finishes a sign-in with its callback, also when another run of the program began it.
  ///
  /// - Parameter callback: The whole address that the app was opened with.
  /// - Returns: The session, stored; nil when no sign-in of this client waits for this address, so that the app
  ///   can hand it to others. Nothing was changed then.
  /// - Throws: `unreadable` when the callback must not be believed, or is too late: the right one may still come;
  ///   `refused` when the authorization server refuses, which ends the sign-in; what the store throws.
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
