// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckFoundation
public import CoatcheckOAuth
public import HTTPTypes

/// The sign-in of a website, for any framework: its functions take heads and bodies of requests and
/// return those of responses.
///
/// ```swift
/// // The routes of the sign-in itself.
/// if web.owns(head) { return await web.answer(head, body: body) }
/// // Without a user, a browser goes to the sign-in, and a script gets 401.
/// let visit = try await web.visit(head)
/// guard let user = visit.user else { return visit.challenge() }
/// // Adds the cookies, no-store and Vary.
/// return visit.finish(try await page(head, body, for: user))
/// ```
///
/// The browser has one cookie with a random value. Sessions and tokens are in a ``WebSessionStore``, which
/// all servers of the site share. No token ever goes to the browser.
///
/// [OpenID Connect Core](https://openid.net/specs/openid-connect-core-1_0.html),
/// [RFC 9700](https://www.rfc-editor.org/rfc/rfc9700),
/// [OAuth 2.0 for Browser-Based Applications](https://datatracker.ietf.org/doc/html/draft-ietf-oauth-browser-based-apps).
public struct WebSignIn: Sendable {
  /// The maximum length of a request body that a route of the sign-in reads, in bytes.
  public static let maximumBodyLength = 64 << 10
  /// How long a provider that failed is not requested again; also the default `Retry-After` of a 503
  /// response.
  package static let pause = Duration.seconds(5)

  let site: SignInSite

  /// Creates the sign-in of a website.
  ///
  /// - Parameters:
  ///   - origin: Scheme, host and port under which browsers know the site, such as
  ///     `https://photos.example`. It is never taken from a request.
  ///   - providers: The providers that users sign in with. With several of them, a page lets the user
  ///     choose.
  ///   - store: The store for sessions, which all servers of the site share.
  ///   - keys: The keys that encrypt cookies and sessions, the same on all servers.
  ///   - transport: Sends the requests to the providers.
  ///   - configure: Changes the options that differ from their defaults.
  /// - Throws: `misused` naming the argument that cannot be used. Nothing is sent.
  public init(
    origin: String, providers: [WebProvider], store: any WebSessionStore, keys: WebKeys,
    transport: any HTTPTransport, configure: (inout WebSignInOptions) -> Void = { _ in }
  ) throws(OAuthError) {
    var options = WebSignInOptions()
    configure(&options)
    site = try SignInSite(
      origin: origin, providers: providers, store: store, keys: keys, transport: transport,
      options: options)
  }

  /// Whether a request is for one of the sign-in's own routes. Pass it to ``answer(_:body:)`` then.
  public func owns(_ head: HTTPRequest) -> Bool { site.paths.route(of: head.path) != nil }

  /// Answers a request for one of the sign-in's own routes; 404 for any other.
  ///
  /// - Parameters:
  ///   - head: The head of the request.
  ///   - body: Its body, of at most ``maximumBodyLength`` bytes.
  public func answer(_ head: HTTPRequest, body: Data = Data()) async -> (HTTPResponse, Data) {
    let answer = await RouteAnswers(site: site).answer(WebRequest(head: head, body: body))
    return (answer.head, answer.body)
  }

  /// Determines the session and the user of a request, and extends the idle time of the session.
  ///
  /// - Throws: `storeFailed` when the sessions cannot be read now. Answer with status 503, since the
  ///   user of the request is unknown.
  public func visit(_ head: HTTPRequest) async throws(OAuthError) -> WebVisit {
    let (found, opened) = try await site.session(of: head)
    if let opened { await site.touch(opened) }
    return WebVisit(site: site, head: head, found: found, session: opened?.session)
  }

  /// Removes sessions that have expired, and revokes their tokens. Call it every few minutes, on one
  /// server or on all of them.
  ///
  /// - Parameter limit: The maximum number of sessions to remove in this call.
  /// - Returns: The number of removed sessions; equal to the limit when there may be more.
  /// - Throws: `storeFailed` when the store cannot be used now; no session was removed then. A
  ///   revocation that fails is not an error.
  @discardableResult
  public func sweep(limit: Int = 1000) async throws(OAuthError) -> Int {
    let removed = try await site.store.sweep(limit: limit, at: site.environment.now())
    await site.revoke(removed)
    return removed.count
  }
}
