// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
import Synchronization
public import CoatcheckFoundation

/// Signs in with the system's browser, and receives the authorization response on a port of this
/// machine.
///
/// The listener is bound to a loopback address only and closed as soon as the response was received. It
/// accepts only the response to the sign-in it waits for: any other request gets an error page, and it
/// continues waiting.
///
/// [RFC 8252 §7.3](https://www.rfc-editor.org/rfc/rfc8252#section-7.3).
public final class LoopbackUserAgent: UserAgent {
  private let openBrowser: @Sendable (OpenedPage) async throws -> Void
  private let deadline: Duration
  private let environment: RuntimeEnvironment
  private let ports: [UInt16]
  private let listeners = Mutex<[String: LoopbackListener]>([:])

  /// Creates a user agent.
  ///
  /// - Parameters:
  ///   - open: Shows the authorization request URL to the user, such as by opening a browser. It need
  ///     not wait. An error of it ends the sign-in: an `OAuthError` as it is, any other as `misused`
  ///     naming `open`.
  ///   - deadline: How long the user may take; 300 seconds unless given.
  ///   - environment: Waits for the deadline.
  ///   - ports: The ports to try, in order, for authorization servers that compare redirect URIs
  ///     exactly; 0 is any free port.
  public convenience init(
    open: @escaping @Sendable (URL) async throws -> Void, deadline: Duration = .seconds(300),
    environment: RuntimeEnvironment = .live, ports: [UInt16] = [0]
  ) {
    self.init(
      opening: { try await open($0.url) }, deadline: deadline, environment: environment,
      ports: ports)
  }

  /// Creates a user agent whose `open` also receives the purpose of the page and the port of the
  /// callback.
  init(
    opening open: @escaping @Sendable (OpenedPage) async throws -> Void, deadline: Duration,
    environment: RuntimeEnvironment, ports: [UInt16] = [0]
  ) {
    openBrowser = open
    self.deadline = deadline
    self.environment = environment
    self.ports = ports
  }

  /// Opens a listener and returns its redirect URI: `http://127.0.0.1:PORT/callback`.
  ///
  /// [RFC 8252 §8.3](https://www.rfc-editor.org/rfc/rfc8252#section-8.3): "the use of localhost is NOT
  /// RECOMMENDED", hence the address.
  ///
  /// - Throws: `connectionFailed` when none of the ports is free.
  public func redirectURI() async throws(OAuthError) -> String {
    let listener = try LoopbackListener(ports: ports, environment: environment)
    let origin = "http://127.0.0.1:\(listener.port)"
    listeners.withLock { $0[origin] = listener }
    return origin + "/callback"
  }

  /// Opens a listener for a registered redirect URI: `http://127.0.0.1:8080/cb`, or with `localhost` or
  /// `[::1]`.
  ///
  /// - Throws: `misused` naming `redirect` when the URI does not lead to a port of this machine, which
  ///   is all that a browser can return to; `connectionFailed` when another program listens there.
  ///   Nothing was sent.
  public func receive(at redirectURI: String) async throws(OAuthError) {
    guard let redirect = LoopbackRedirect(redirectURI) else {
      throw .misused(
        "redirect",
        "A browser cannot return to this program at \(redirectURI). Set the client's userAgent to one "
          + "that receives this redirect URI, or register http://127.0.0.1 and use .loopback.")
    }
    let listener = try LoopbackListener(at: redirect, environment: environment)
    listeners.withLock { $0[redirect.origin] = listener }
  }

  /// Shows the authorization page to the user and waits for the authorization response.
  ///
  /// - Throws: `timedOut` (and `OAuthError.isUnanswered`) at the deadline, `cancelled` when the task is
  ///   cancelled, `misused` when the page does not have a redirect URI that ``redirectURI()`` returned
  ///   or the browser could not be opened. A later sign-in can be started after any of them.
  public func authorize(_ page: AuthorizationPage) async throws(OAuthError) -> String {
    try await callback(
      of: page.url, for: .signIn, redirectURI: page.redirectURI, belongs: page.isAnswered,
      late: "The user did not complete the sign-in in the browser in time."
    ) {
      switch page.isApproved(by: $0) {
      case true?: .accepted
      case false?: .declined
      case nil: .badRequest
      }
    }
  }

  /// Shows the page that ends the login session at the provider and, if the page has a callback, waits
  /// for the browser to return.
  ///
  /// - Returns: The URL that the browser returned to; nil for a page without a callback.
  /// - Throws: As ``authorize(_:)``.
  public func endSession(_ page: EndSessionPage) async throws(OAuthError) -> String? {
    guard let callback = page.callback else {
      do {
        try await openBrowser(OpenedPage(url: page.url, purpose: .signOut, port: nil))
        return nil
      } catch {
        throw OAuthError.known(error) ?? Self.unopened
      }
    }
    return try await self.callback(
      of: page.url, for: .signOut, redirectURI: callback.redirectURI,
      belongs: { $0["state"].map { Secret($0).matches(callback.state) } ?? false },
      late: "The user did not complete the sign-out in the browser in time."
    ) { $0["error"] != nil ? .declined : .signedOut }
  }

  private static let unopened = OAuthError.misused("open", "The browser could not be opened.")

  private static let unanswerable = OAuthError.misused(
    "page", "The user agent does not listen on the redirect URI of the page.")

  /// Whether a request belongs to the sign-in that is waited for.
  private typealias Belonging = @Sendable (Parameters) -> Bool

  private func callback(
    of url: URL, for purpose: OpenedPage.Purpose, redirectURI: String,
    belongs: @escaping Belonging, late: String,
    judge: @escaping @Sendable (Parameters) -> LoopbackResponse
  ) async throws(OAuthError) -> String {
    guard let redirect = LoopbackRedirect(redirectURI), let listener = listener(at: redirect) else {
      throw Self.unanswerable
    }
    defer { listener.close() }
    let openBrowser = openBrowser
    do {
      let target = try await withDeadline(
        deadline, environment: environment, otherwise: .unanswered(late)
      ) {
        try await withThrowingTaskGroup(of: String?.self) { group in
          group.addTask {
            try await listener.target {
              Self.response(to: $0, at: redirect, belongs: belongs, judge: judge)
            }
          }
          group.addTask {
            try await openBrowser(OpenedPage(url: url, purpose: purpose, port: listener.port))
            return nil
          }
          defer { group.cancelAll() }
          while let result = try await group.next() {
            if let result { return result }
          }
          throw OAuthError.programCancelled
        }
      }
      return redirect.callback(target)
    } catch {
      throw OAuthError.known(error) ?? Self.unopened
    }
  }

  /// Closes the listener of a sign-in that does not take place.
  public func abandon(redirectURI: String) async {
    LoopbackRedirect(redirectURI).flatMap(listener)?.close()
  }

  /// Removes the listener of a redirect URI, and returns it.
  private func listener(at redirect: LoopbackRedirect) -> LoopbackListener? {
    listeners.withLock { $0.removeValue(forKey: redirect.origin) }
  }

  /// The response to a request. Only the response to the expected callback is the last one.
  private static func response(
    to request: LoopbackRequest?, at redirect: LoopbackRedirect, belongs: Belonging,
    judge: (Parameters) -> LoopbackResponse
  ) -> LoopbackResponse {
    // Another host indicates DNS rebinding: a web page had its own name resolved to this machine.
    guard let request, redirect.isHost(request.host) else { return .badRequest }
    guard request.path == redirect.path else { return .notFound }
    guard request.method == "GET" else { return .methodNotAllowed }
    guard let parameters = try? Parameters(decoding: request.query), belongs(parameters) else {
      return .badRequest
    }
    return judge(parameters)
  }
}

extension Parameters {
  /// Whether a callback has the result of a sign-in: a code (RFC 6749), or the ticket or the event of
  /// the identity service's pages.
  var isSignInCallback: Bool {
    ["code", "ticket", "event"].contains { self[$0] != nil }
  }
}
