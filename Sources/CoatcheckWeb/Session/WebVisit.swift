// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation
import CoatcheckJOSE
import CoatcheckOAuth
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
