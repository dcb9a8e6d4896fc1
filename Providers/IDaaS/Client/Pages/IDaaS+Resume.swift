// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
public import CoatcheckFoundation
import CoatcheckJOSE
public import CoatcheckOAuth

extension IDaaS {
  /// Begins a sign-in with Weibo in a browser when the app receives the authorization response itself, in
  /// this run of the program or in a later one.
  ///
  /// ```swift
  /// open(try await idaas.beginSignIn(redirectURI: "com.example.app:/callback"))
  /// // and when the app is opened with an address:
  /// if let outcome = try await idaas.resume(with: url) { … }
  /// ```
  ///
  /// - Parameters:
  ///   - redirectURI: The registered redirect URI of the response.
  ///   - pages: The options of the sign-in.
  ///   - name: The name that the session is stored under; nil for the identifier of the user.
  /// - Returns: The URL to open in the user's browser. The sign-in is stored for ten minutes.
  /// - Throws: `misused` naming `store` when the store cannot keep pending sign-ins; the errors of the
  ///   store and of ``perform(_:)``. No sign-in is pending then.
  public func beginSignIn(
    redirectURI: String, pages: WeiboPages = WeiboPages(), storedAs name: String? = nil
  ) async throws(OAuthError) -> URL {
    guard let store = store as? any PendingAuthorizationStore else {
      throw .misused("store", "The store keeps no sign-ins that wait for their callbacks.")
    }
    let site = try await site()
    var pages = pages
    pages.theme = pages.theme ?? configuration.theme
    let question = HostedPageRequest(redirectURI: redirectURI, environment: environment)
    let theme = try await site.pushedTheme(of: pages)
    let url = try site.startAddress(of: question, pages, theme)
    let now = environment.now()
    let waiting = WaitingPages(
      question: question, continuesOnPages: pages.continuesOnPages, name: name)
    try await store.add(
      PendingAuthorization(
        issuer: Issuer(issuer), clientID: configuration.clientID, state: question.state,
        expiry: now.addingTimeInterval(AuthorizationTransaction.lifetime), content: waiting.json),
      at: now)
    return url
  }

  /// Completes a sign-in with its authorization response, also when another run of the program began it.
  ///
  /// - Parameter callback: The complete URL that the app was opened with.
  /// - Returns: The outcome; nil when no pending sign-in belongs to this URL, and nothing was changed.
  /// - Throws: `unreadable` when the response is invalid or too late, and the sign-in stays pending, since
  ///   the right response may still arrive; otherwise as ``signIn(with:redirectURI:pages:storedAs:)``, and
  ///   the sign-in has ended.
  public func resume(with callback: URL) async throws(OAuthError) -> LoginOutcome? {
    let address = callback.absoluteString
    guard let store = store as? any PendingAuthorizationStore,
      let state = PendingAuthorization.state(in: address),
      let pending = try await store.pendingAuthorization(
        at: Issuer(issuer), clientID: configuration.clientID, state: state)
    else { return nil }
    let waiting = try WaitingPages(pending)
    guard !pending.isExpired(at: environment.now()) else {
      throw .unreadable(.transactionExpired, "The sign-in took longer than ten minutes.")
    }
    let reply: PageReply
    do throws(OAuthError) {
      reply = try PageReply(
        address, to: waiting.question.redirectURI, state: waiting.question.state)
    } catch {
      if error.outcome != .unreadable { _ = try await store.take(pending) }
      throw error
    }
    let site = try await site()
    // Of two programs that receive the same callback, one redeems it.
    guard try await store.take(pending) else { return nil }
    let (login, event) = try await site.reply(
      for: reply, to: waiting.question, waiting.continuesOnPages)
    let outcome = try await outcome(of: login, site, storedAs: waiting.name)
    guard let event else { return outcome }
    return outcome.after(event)
  }
}

/// What another run of the program needs to finish a sign-in on pages.
private struct WaitingPages {
  let question: HostedPageRequest
  let continuesOnPages: Bool
  /// The name of the session; nil for the user's id.
  let name: String?

  init(question: HostedPageRequest, continuesOnPages: Bool, name: String?) {
    self.question = question
    self.continuesOnPages = continuesOnPages
    self.name = name
  }

  var json: JSONObject {
    var json: JSONObject = [
      "flow": .string(Self.flow), "redirect_uri": .string(question.redirectURI),
      "code_verifier": .string(question.proof.verifier.reveal()),
      "continues_on_pages": .bool(continuesOnPages),
    ]
    json["name"] = name.map(JSONValue.string)
    return json
  }

  init(_ pending: PendingAuthorization) throws(OAuthError) {
    let json = pending.content
    guard json["flow"]?.stringValue == Self.flow,
      let redirectURI = json["redirect_uri"]?.stringValue,
      let proof = json["code_verifier"]?.stringValue.flatMap({ try? PKCE(verifier: $0) }),
      let continuesOnPages = json["continues_on_pages"]?.boolValue
    else { throw .storedSignInDamaged }
    question = HostedPageRequest(redirectURI: redirectURI, state: pending.state, proof: proof)
    self.continuesOnPages = continuesOnPages
    name = json["name"]?.stringValue
  }

  private static let flow = "idaas"
}
