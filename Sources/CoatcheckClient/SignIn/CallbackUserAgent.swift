// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation
public import CoatcheckOAuth
import Synchronization

/// Signs in with a browser that returns to the app by an address that the system opens the app with: a
/// scheme of the app's own, or a link that belongs to it.
///
/// ```swift
/// let browser = CallbackUserAgent(redirectURI: "com.example.app:/callback") { url in
///   _ = await UIApplication.shared.open(url)
/// }
/// // The app's handler of addresses, such as `.onOpenURL` of SwiftUI:
/// ContentView().onOpenURL { url in
///   if !browser.receive(url) { Task { try await client.resume(with: url) } }
/// }
/// ```
///
/// The whole address is received, with its fragment, so that this user agent also serves the flows whose response
/// is in the fragment. An address that belongs to no sign-in under way changes nothing: any program can open an
/// address of an app's own scheme ([RFC 8252 §8.1](https://www.rfc-editor.org/rfc/rfc8252#section-8.1)).
public final class CallbackUserAgent: UserAgent {
  private struct Waiter {
    /// Whether an address is the response that is waited for.
    let isAnswered: @Sendable (String) -> Bool
    let responses: AsyncStream<String>.Continuation
  }

  private struct State {
    var waiters: [Int: Waiter] = [:]
    var tickets = 0
  }

  private let registered: String
  private let deadline: Duration
  private let environment: RuntimeEnvironment
  private let openBrowser: @Sendable (URL) async throws -> Void
  private let state = Mutex(State())

  /// Creates a user agent.
  ///
  /// - Parameters:
  ///   - redirectURI: The redirect URI as it was registered, with which the system opens this app.
  ///   - deadline: How long the user may take; 600 seconds unless given. The provider's page is useless
  ///     after ten minutes.
  ///   - environment: Waits for the deadline.
  ///   - open: Shows a URL to the user, by the system's browser unless given; it need not wait. An
  ///     error of it ends the sign-in: an `OAuthError` as it is, any other as `misused` naming `open`.
  public init(
    redirectURI: String, deadline: Duration = .seconds(600),
    environment: RuntimeEnvironment = .live,
    open: @escaping @Sendable (URL) async throws -> Void = { try await SystemBrowser.open($0) }
  ) {
    registered = redirectURI
    self.deadline = deadline
    self.environment = environment
    openBrowser = open
  }

  /// True: the system may start the app again to hand it the callback, which ``Client/resume(with:)``
  /// accepts then.
  public var isResumable: Bool { true }

  /// The redirect URI as it was registered.
  public func redirectURI() async throws(OAuthError) -> String { registered }

  /// Receives an address that the app was opened with.
  ///
  /// - Parameter url: The address, with its query and fragment.
  /// - Returns: Whether a sign-in or sign-out was waiting for it, which continues now. False for every
  ///   other address, also for one that is received a second time: the app may have another use for it.
  @discardableResult
  public func receive(_ url: URL) -> Bool {
    let text = url.absoluteString
    guard text.utf8.count <= Self.maximumLength else { return false }
    // The waiter is removed at once, so that the same response is not accepted a second time.
    let waiter = state.withLock { state -> Waiter? in
      guard let ticket = state.waiters.first(where: { $0.value.isAnswered(text) })?.key else {
        return nil
      }
      return state.waiters.removeValue(forKey: ticket)
    }
    waiter?.responses.yield(text)
    waiter?.responses.finish()
    return waiter != nil
  }

  /// Ends all waiting sign-ins, because the user returned to the app without a response. Each of them
  /// throws `userCancelled`.
  public func cancel() {
    let waiters = state.withLock { state in
      defer { state.waiters = [:] }
      return state.waiters.values
    }
    for waiter in waiters { waiter.responses.finish() }
  }

  /// Shows the provider's page, and waits until ``receive(_:)`` is called with the response.
  ///
  /// - Throws: `userCancelled` after ``cancel()``; `timedOut` (and `OAuthError.isUnanswered`) at the deadline;
  ///   `cancelled` when the task is cancelled; `misused` when the browser could not be opened.
  public func authorize(_ page: AuthorizationPage) async throws(OAuthError) -> String {
    try await response(
      to: page.url, at: page.redirectURI, belongs: page.isAnswered,
      late: "The user did not complete the sign-in in the browser in time.")
  }

  /// Shows the page that ends the login session at the provider and, if the page has a callback, waits
  /// for the browser to return.
  ///
  /// - Returns: The URL that the browser returned to; nil for a page without a callback.
  /// - Throws: As ``authorize(_:)``.
  public func endSession(_ page: EndSessionPage) async throws(OAuthError) -> String? {
    guard let callback = page.callback else {
      do {
        try await openBrowser(page.url)
        return nil
      } catch {
        throw OAuthError.known(error) ?? Self.unopened
      }
    }
    return try await response(
      to: page.url, at: callback.redirectURI,
      belongs: { $0["state"].map { Secret($0).matches(callback.state) } ?? false },
      late: "The user did not complete the sign-out in the browser in time.")
  }

  private func response(
    to url: URL, at redirectURI: String, belongs: @escaping @Sendable (Parameters) -> Bool,
    late: String
  ) async throws(OAuthError) -> String {
    let (stream, responses) = AsyncStream.makeStream(
      of: String.self, bufferingPolicy: .bufferingOldest(1))
    let waiter = Waiter(
      isAnswered: { ReceivedCallback($0)?.answers(redirectURI, belongs) ?? false },
      responses: responses)
    let ticket = state.withLock { state in
      state.tickets += 1
      state.waiters[state.tickets] = waiter
      return state.tickets
    }
    defer { state.withLock { $0.waiters[ticket] = nil } }
    let openBrowser = openBrowser
    do {
      return try await withDeadline(
        deadline, environment: environment, otherwise: .unanswered(late)
      ) {
        try await openBrowser(url)
        for await response in stream { return response }
        try Task.checkCancellation()
        throw OAuthError.userCancelled("The user returned to the app without a response.")
      }
    } catch {
      throw OAuthError.known(error) ?? Self.unopened
    }
  }

  private static let unopened = OAuthError.misused("open", "The browser could not be opened.")
  private static let maximumLength = 64 << 10
}

/// An address that an app was opened with.
private struct ReceivedCallback {
  private let parts: URIParts

  init?(_ text: String) {
    guard let parts = URIParts(text) else { return nil }
    self.parts = parts
  }

  /// Whether it is a response at a redirect URI, as far as can be told before the flow checks it: the same scheme,
  /// host, port and path, with the parameters in the query or in the fragment.
  func answers(_ redirectURI: String, _ belongs: (Parameters) -> Bool) -> Bool {
    guard let expected = URIParts(redirectURI), parts.scheme == expected.scheme,
      parts.authority?.text == expected.authority?.text,
      parts.path == expected.path || (parts.path + expected.path == "/" && parts.authority != nil)
    else { return false }
    return [parts.query, parts.fragment].contains { text in
      guard let text, let parameters = try? Parameters(decoding: text) else { return false }
      return belongs(parameters)
    }
  }
}
