// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckFoundation
import CoatcheckJOSE
public import CoatcheckOAuth
public import HTTPTypes

/// One request to a website, with the session of its browser.
public struct WebVisit: Sendable {
  /// The session of the browser; nil if no user is signed in.
  public let session: WebSession?

  private let site: SignInSite
  private let head: HTTPRequest
  private let found: SessionCookie.Found

  init(site: SignInSite, head: HTTPRequest, found: SessionCookie.Found, session: WebSession?) {
    self.site = site
    self.head = head
    self.found = found
    self.session = session
  }

  /// The signed-in user; nil if no user is signed in.
  public var user: WebUser? { session?.user }

  /// The response to a request that needs a user and has none: a browser that opens a page is
  /// redirected to the sign-in and returns to the page, a form gets a page with status 401, and a
  /// script status 401 with JSON.
  public func challenge() -> (HTTPResponse, Data) {
    let answer: WebAnswer
    switch RequestKind(head) {
    case .page: answer = .redirect(to: site.paths.login(to: returnPath))
    case .form:
      answer = site.page(
        .signInAgain, .unauthorized, for: head, continuing: site.paths.login(to: "/"))
    case .script: answer = .json(["error": "login_required"], status: .unauthorized)
    }
    return finish((answer.head, answer.body))
  }

  /// The response to a request whose user must have been authenticated in another way; nil if the user
  /// meets the requirement.
  ///
  /// A browser that opens a page is redirected to the provider once. If the provider cannot meet the
  /// requirement, a page says so, and the user is not asked repeatedly.
  ///
  /// [RFC 9470 §4](https://www.rfc-editor.org/rfc/rfc9470#section-4).
  ///
  /// - Parameter requirement: The authentication that the page requires.
  public func challenge(unless requirement: AuthenticationRequirement) -> (HTTPResponse, Data)? {
    guard let user else { return challenge() }
    guard
      !requirement.isMet(
        by: user, at: site.environment.now(), leeway: SignInSite.authenticationLeeway)
    else { return nil }
    let answer: WebAnswer
    switch RequestKind(head) {
    case .page:
      answer = .redirect(to: site.paths.login(to: returnPath, at: user.provider, for: requirement))
    case .form:
      answer = site.page(
        .signInAgain, .forbidden, for: head, continuing: site.paths.login(to: "/"))
    case .script:
      answer = .json(["error": "insufficient_user_authentication"], status: .forbidden)
    }
    return finish((answer.head, answer.body))
  }

  /// The response to a request that the user is not allowed to make: a page with status 403, or JSON
  /// for a script. Without a user it is ``challenge()``.
  public func refusal() -> (HTTPResponse, Data) {
    guard user != nil else { return challenge() }
    let answer =
      RequestKind(head) == .script
      ? WebAnswer.json(["error": "forbidden"], status: .forbidden)
      : site.page(.forbidden, .forbidden, for: head)
    return finish((answer.head, answer.body))
  }

  /// The response to a request that failed by an error of its session or its provider.
  ///
  /// - Parameter error: The error that the page threw.
  /// - Returns: ``challenge()`` if the session has ended; a response with status 503 if the request may
  ///   succeed later. Nil for any other error.
  public func answer(to error: any Error) -> (HTTPResponse, Data)? {
    guard let error = error as? OAuthError else { return nil }
    switch error.errorClass {
    case .sessionEnded: return challenge()
    case .transient(let wait): return unavailable(.providerDown, for: wait)
    case .storageUnavailable: return unavailable(.failed, for: nil)
    case .configuration, .cancelled, .interactionRequired: return nil
    }
  }

  private func unavailable(_ message: PageMessage, for wait: Duration?) -> (HTTPResponse, Data) {
    var answer =
      RequestKind(head) == .script
      ? WebAnswer.json(["error": "temporarily_unavailable"], status: .serviceUnavailable)
      : site.page(message, .serviceUnavailable, for: head)
    answer.head.headerFields[.retryAfter] = RetryAfter.value(wait ?? WebSignIn.pause)
    return finish((answer.head, answer.body))
  }

  // MARK: Accounts at other services

  /// The session of the user's account at another service of the website, with an access token that is
  /// valid or can be refreshed; nil if the user has not connected an account, or not with the scopes
  /// that the site requests now.
  ///
  /// - Parameter name: The name of the ``WebConnection``.
  /// - Throws: `misused` naming `name` when the site has no such connection; `storeFailed`,
  ///   `storeLocked` or `storeDamaged` when its store cannot be read.
  public func connection(_ name: String) async throws(OAuthError) -> Session? {
    guard let connection = site.connection(name) else {
      throw .misused("name", "The site has no connection \(name).")
    }
    guard let user else { return nil }
    return try await connection.session(of: user)
  }

  /// The response to a request that needs an account at another service: a browser that opens a page is
  /// asked to connect one and returns to the page; a script gets 403 with JSON. Without a user it is
  /// ``challenge()``.
  ///
  /// - Parameter name: The name of the ``WebConnection``.
  public func challenge(connecting name: String) -> (HTTPResponse, Data) {
    guard user != nil else { return challenge() }
    let answer: WebAnswer
    switch RequestKind(head) {
    case .page: answer = .redirect(to: site.paths.connect(name, to: returnPath))
    case .form: answer = .redirect(to: site.paths.connect(name, to: "/"))
    case .script:
      answer = .json(
        ["error": "connection_required", "connection": .string(name)], status: .forbidden)
    }
    return finish((answer.head, answer.body))
  }

  /// Completes a response of the site with the header fields that a session requires: caches must not
  /// give it to other users, and a cookie whose session has ended is removed.
  ///
  /// - Parameter answer: The head and the body of the response.
  /// - Returns: The same response with the additional header fields.
  public func finish(_ answer: (HTTPResponse, Data)) -> (HTTPResponse, Data) {
    var (head, body) = answer
    finish(&head)
    return (head, body)
  }

  /// Completes the head of a response whose body is streamed, with the same header fields.
  ///
  /// - Parameter head: The head of the response.
  public func finish(_ head: inout HTTPResponse) {
    // The page at one address depends on the session cookie.
    let vary = head.headerFields[.vary]
    if vary?.lowercased().contains("cookie") != true {
      head.headerFields[.vary] = vary.map { $0 + ", Cookie" } ?? "Cookie"
    }
    if session != nil { head.headerFields[.cacheControl] = site.options.caching.rawValue }
    guard isStale else { return }
    head.headerFields[.cacheControl] = "no-store"
    let removing = site.sessionCookie.removing
    // A response of the sign-in may remove the cookie already.
    guard !head.headerFields[values: .setCookie].contains(removing) else { return }
    head.headerFields[values: .setCookie].append(removing)
  }

  /// Whether the browser has a session cookie without an open session.
  private var isStale: Bool {
    switch found {
    case .nothing: false
    case .unusable: true
    case .key: session == nil
    }
  }

  private var returnPath: String { site.paths.returnPath(head.path) }
}
