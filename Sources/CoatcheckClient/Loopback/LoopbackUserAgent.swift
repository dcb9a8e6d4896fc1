// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
import Synchronization
public import CoatcheckFoundation

/// Signs in with the system's browser, and receives the answer on a port of this machine.
///
/// The listener is bound to 127.0.0.1 only and closed as soon as the answer has come. It takes an
/// answer only to the sign-in it waits for: anything else gets an error page, and it goes on waiting.
/// Specification: [RFC 8252 §7.3](https://www.rfc-editor.org/rfc/rfc8252#section-7.3).
public final class LoopbackUserAgent: UserAgent {
  private let openBrowser: @Sendable (URL) async throws -> Void
  private let deadline: Duration
  private let environment: RuntimeEnvironment
  private let ports: [UInt16]
  private let listeners = Mutex<[String: LoopbackListener]>([:])

  /// A user agent.
  ///
  /// - Parameters:
  ///   - open: Shows the address to the person; it need not wait for anything.
  ///   - deadline: How long the person may take.
  ///   - environment: What waits for the deadline.
  ///   - ports: The ports to try, in order, for issuers which want exact redirect URIs; 0 is any.
  public init(
    open: @escaping @Sendable (URL) async throws -> Void, deadline: Duration = .seconds(300),
    environment: RuntimeEnvironment = .live, ports: [UInt16] = [0]
  ) {
    openBrowser = open
    self.deadline = deadline
    self.environment = environment
    self.ports = ports
  }

  /// Opens a listener and says where it is: `http://127.0.0.1:PORT/callback`.
  ///
  /// RFC 8252 §8.3: "the use of localhost is NOT RECOMMENDED", hence the address.
  public func redirectURI() async throws(OAuthError) -> String {
    let listener = try LoopbackListener(ports: ports, environment: environment)
    let uri = "http://127.0.0.1:\(listener.port)\(Self.path)"
    listeners.withLock { $0[uri] = listener }
    return uri
  }

  /// Shows the address to the person and waits for the callback.
  ///
  /// - Throws: `timedOut` (and ``OAuthError/isUnanswered``) at the deadline, `cancelled` when the task is cancelled, `misused` when the
  ///   address doesn't have a redirect URI that ``redirectURI()`` returned. A later sign-in isn't
  ///   hindered by any of them.
  public func authorize(at url: URL) async throws(OAuthError) -> String {
    if let page = try AuthorizationPage(url) { return try await authorize(page) }
    let query = url.absoluteString.drop { $0 != "?" }.dropFirst()
    if let address = try Parameters(decoding: query)["result_url"] {
      return try await result(of: url, at: address)
    }
    throw Self.unanswerable
  }

  /// Shows the address to the person and waits for the callback.
  ///
  /// - Throws: As ``authorize(at:)``.
  public func authorize(_ page: AuthorizationPage) async throws(OAuthError) -> String {
    try await callback(
      of: page.url, redirectURI: page.redirectURI, belongs: page.isAnswered, late: Self.lateSignIn
    ) {
      if $0["error"] != nil { return .declined }
      return $0.isSignInCallback || page.responseMode.isJWT ? .accepted : .badRequest
    }
  }

  /// Waits for the result of Kii's web connector, which has no `state`: what binds it to this attempt is in
  /// the query of the address that the result shall come to.
  private func result(of url: URL, at address: String) async throws(OAuthError) -> String {
    let place = address.prefix { $0 != "?" }
    let own = try Parameters(decoding: address.dropFirst(place.count + 1))
    return try await callback(
      of: url, redirectURI: String(place), belongs: Self.carries(own[Self.attempt], Self.attempt),
      late: Self.lateSignIn
    ) {
      switch $0["kii_succeeded"] {
      case "true": .accepted
      case "false": .declined
      default: .badRequest
      }
    }
  }

  /// The parameter of a result's address that binds it to the sign-in which asked for it.
  package static let attempt = "attempt"
  private static let lateSignIn = "Nobody completed the sign-in in the browser."

  /// Shows the page that ends the issuer's session, and waits for the browser to come back if the address
  /// says that it will.
  ///
  /// - Throws: As ``authorize(at:)``.
  public func endSession(at url: URL) async throws(OAuthError) -> String? {
    let query = url.absoluteString.drop { $0 != "?" }.dropFirst()
    let parameters = try Parameters(decoding: query)
    guard let uri = parameters["post_logout_redirect_uri"] else {
      do {
        try await openBrowser(url)
        return nil
      } catch {
        throw OAuthError.known(error) ?? Self.unopened
      }
    }
    return try await callback(
      of: url, redirectURI: uri, belongs: Self.carries(parameters["state"], "state"),
      late: "Nobody completed the sign-out in the browser."
    ) { $0["error"] != nil ? .declined : .signedOut }
  }

  private static let unopened = OAuthError.misused("open", "The browser could not be opened.")

  private static let unanswerable = OAuthError.misused(
    "url", "The address has no state, or a redirect URI that isn't listened on.")

  /// Whether a request belongs to the sign-in that is waited for.
  private typealias Belonging = @Sendable (Parameters) -> Bool

  /// - Throws: `misused` when there is no value to tell it by.
  private static func carries(
    _ value: String?, _ name: String
  ) throws(OAuthError) -> Belonging {
    guard let value = value.map(Secret.init) else { throw unanswerable }
    return { $0[name].map { Secret($0).matches(value) } ?? false }
  }

  private func callback(
    of url: URL, redirectURI: String, belongs: @escaping Belonging, late: String,
    judge: @escaping @Sendable (Parameters) -> LoopbackResponse
  ) async throws(OAuthError) -> String {
    guard let listener = listeners.withLock({ $0.removeValue(forKey: redirectURI) }) else {
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
              Self.response(
                to: $0, host: "127.0.0.1:\(listener.port)", belongs: belongs, judge: judge)
            }
          }
          group.addTask {
            try await openBrowser(url)
            return nil
          }
          defer { group.cancelAll() }
          while let result = try await group.next() {
            if let result { return result }
          }
          throw OAuthError.programCancelled
        }
      }
      return "http://127.0.0.1:\(listener.port)\(target)"
    } catch {
      throw OAuthError.known(error) ?? Self.unopened
    }
  }

  /// Closes the listener of a sign-in that won't take place.
  public func abandon(redirectURI: String) async {
    listeners.withLock { $0.removeValue(forKey: redirectURI) }?.close()
  }

  private static let path = "/callback"

  /// What is answered to a request. Only the callback that is waited for ends the waiting.
  private static func response(
    to request: LoopbackRequest?, host: String, belongs: Belonging,
    judge: (Parameters) -> LoopbackResponse
  ) -> LoopbackResponse {
    // Another host means that a page elsewhere had its name resolved to this machine.
    guard let request, request.host == host else { return .badRequest }
    guard request.path == path else { return .notFound }
    guard request.method == "GET" else { return .methodNotAllowed }
    guard let parameters = try? Parameters(decoding: request.query), belongs(parameters) else {
      return .badRequest
    }
    return judge(parameters)
  }
}

extension Parameters {
  /// Whether a callback holds what a sign-in is finished with: a code, as RFC 6749 says, or the ticket or the
  /// event of the identity service's pages.
  var isSignInCallback: Bool {
    ["code", "ticket", "event"].contains { self[$0] != nil }
  }
}
