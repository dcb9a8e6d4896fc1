// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckFoundation
import CoatcheckJOSE
public import CoatcheckOAuth
public import HTTPTypes

/// One request of a website, and who sends it.
public struct WebVisit: Sendable {
  /// The session of the browser; nil where no user is signed in.
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

  /// Who is signed in; nil for no user.
  public var user: WebUser? { session?.user }

  /// The answer to a request that needs a user and has none: a browser that opens a page is sent to the sign-in and
  /// comes back to it, a form gets a page, and a script 401.
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

  /// The answer to a request whose user must have been authenticated in another way; nil when the user was.
  ///
  /// A browser that opens a page is sent to the provider once. If the provider cannot do what is required, the page
  /// after that says so: nothing is asked again and again.
  ///
  /// [RFC 9470](https://www.rfc-editor.org/rfc/rfc9470)
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

  /// The answer to a request that the user may not make: a page, or 403 for scripts.
  public func refusal() -> (HTTPResponse, Data) {
    guard user != nil else { return challenge() }
    let answer =
      RequestKind(head) == .script
      ? WebAnswer.json(["error": "forbidden"], status: .forbidden)
      : site.page(.forbidden, .forbidden, for: head)
    return finish((answer.head, answer.body))
  }

  /// The answer to a request whose page has failed by an error of its session or its provider.
  ///
  /// - Returns: The way to the sign-in, where the session has ended; 503, where it may work later. Nil for any other
  ///   error.
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

  /// The session of the user's account at another service of the site's, with an access token that is good or can be
  /// replaced; nil where the user has connected none, or not for what the site asks for now.
  ///
  /// - Parameter name: The name of the ``WebConnection``.
  /// - Throws: `misused` when the site has no such connection; `storeFailed` when its store cannot be read.
  public func connection(_ name: String) async throws(OAuthError) -> Session? {
    guard let connection = site.connection(name) else {
      throw .misused("name", "The site has no connection \(name).")
    }
    guard let user else { return nil }
    return try await connection.session(of: user)
  }

  /// The answer to a request that needs an account at another service: a browser that opens a page is asked to connect
  /// one and comes back to it; a script gets 403.
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

  /// Adds to an answer of the site what a session asks for: caches keep it away from others, and a cookie that is of no
  /// use any more is removed.
  public func finish(_ answer: (HTTPResponse, Data)) -> (HTTPResponse, Data) {
    var (head, body) = answer
    finish(&head)
    return (head, body)
  }

  /// Does the same to the head of an answer whose body is streamed.
  public func finish(_ head: inout HTTPResponse) {
    // The same address is another page for another user.
    let vary = head.headerFields[.vary]
    if vary?.lowercased().contains("cookie") != true {
      head.headerFields[.vary] = vary.map { $0 + ", Cookie" } ?? "Cookie"
    }
    if session != nil { head.headerFields[.cacheControl] = site.options.caching.rawValue }
    guard isStale else { return }
    head.headerFields[.cacheControl] = "no-store"
    let removing = site.sessionCookie.removing
    // An answer in place of a page has it already.
    guard !head.headerFields[values: .setCookie].contains(removing) else { return }
    head.headerFields[values: .setCookie].append(removing)
  }

  /// Whether the browser has a cookie that is good for nothing.
  private var isStale: Bool {
    switch found {
    case .nothing: false
    case .unusable: true
    case .key: session == nil
    }
  }

  private var returnPath: String { site.paths.returnPath(head.path) }
}
