// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
public import CoatcheckFoundation
import CoatcheckJOSE
public import CoatcheckOAuth

extension IDaaS {
  /// Begins a sign-in with Weibo in a browser whose callback the app receives itself, in this run or in a later one.
  ///
  /// ```swift
  /// open(try await idaas.beginSignIn(redirectURI: "com.example.app:/callback"))
  /// // and when the app is opened with an address:
  /// if let outcome = try await idaas.resume(with: url) { … }
  /// ```
  ///
  /// - Parameters:
  ///   - redirectURI: Where the response arrives, as registered.
  ///   - pages: How.
  ///   - name: The name the session is stored under; without it, the user's id.
  /// - Returns: The address to open in the user's browser. The sign-in is stored for ten minutes.
  /// - Throws: `misused` naming `store` when the store keeps no pending sign-ins; what the store throws. Nothing is
  ///   pending then.
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

  /// Finishes a sign-in with its callback, also when another run of the program began it.
  ///
  /// - Parameter callback: The whole address that the app was opened with.
  /// - Returns: What it came to; nil when no sign-in waits for this address. Nothing was changed then.
  /// - Throws: `unreadable` when the callback must not be believed, or is too late: the right one may still come; else as
  ///   ``signIn(with:redirectURI:pages:storedAs:)``, which ends the sign-in.
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
    // Of two programs that receive the same callback, one redeems it.
    guard try await store.take(pending) else { return nil }
    let site = try await site()
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
