// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
import CoatcheckFoundation

/// How the user at this machine is asked: with a browser where there is a screen, else with a code for
/// another device, with a URL to paste back, or with a URL and the `ssh` command that forwards the
/// port.
///
/// ```swift
/// let client = Client(of: google, id: "…", store: .system)  // the way that fits
/// var way = SystemSignIn.automatic
/// way.choice = .never                                       // or: the user may not be asked
/// ```
///
/// The address is always shown on the terminal, if there is one, before a browser is tried. An app on
/// Apple's systems shows the page in a sheet.
public struct SystemSignIn: Sendable {
  /// Which method is used.
  public enum Choice: Sendable, Hashable {
    /// The one that suits the environment and the authorization server.
    case automatic
    /// This method, whatever the environment.
    case method(SignInMethod)
    /// No method: where the user has to be asked, an error is thrown at once.
    case never
  }

  /// Which method is used.
  public var choice = Choice.automatic
  /// The environment of the program, from which the method is chosen.
  public var signInEnvironment: SignInEnvironment
  /// The terminal of the user, for messages and input.
  public var terminal: SignInTerminal
  /// How long the user may take; 300 seconds by default.
  public var deadline: Duration = .seconds(300)
  /// The command to run where the user can be asked, for the text of the error `interactionRequired`;
  /// nil for none.
  public var command: String?
  /// The ports to listen on for a printed URL, in order; 0 is any free port.
  public var ports: [UInt16] = [49_763, 0]
  /// The browser; nil if there is no browser.
  public var browser: SystemBrowser?
  /// Shows the user code of ``SignInMethod/device`` to the user, and returns; nil to show it on the
  /// terminal. An app has no terminal and has to set it.
  public var devicePrompt: DeviceSignIn.Prompt?
  /// The sheet of the system; nil where it has no sheet.
  package var sheet = SystemSignIn.systemSheet
  /// Called once before the user is asked, with the method.
  public var willPrompt: @Sendable (SignInMethod) -> Void = { _ in }

  /// Creates the settings.
  ///
  /// - Parameters:
  ///   - signInEnvironment: The environment of the program.
  ///   - terminal: The terminal of the user, for messages and input.
  ///   - browser: The browser of the user; nil if there is no browser.
  public init(
    signInEnvironment: SignInEnvironment = .current, terminal: SignInTerminal = .controlling,
    browser: SystemBrowser? = SystemBrowser()
  ) {
    self.signInEnvironment = signInEnvironment
    self.terminal = terminal
    self.browser = browser
  }

  /// The settings that suit this process.
  public static var automatic: SystemSignIn { SystemSignIn() }

  /// The method that is used at an authorization server.
  ///
  /// - Parameters:
  ///   - metadata: The metadata of the authorization server.
  ///   - redirectURI: The redirect URI of the client; nil for a port of this machine.
  /// - Throws: `misused` with `interactionRequired` when the user cannot or may not be asked; `misused`
  ///   naming `redirect` in an app whose system receives no callback on a port, and naming `choice`
  ///   where the system has no sheet.
  public func method(
    at metadata: ServerMetadata, redirectURI: String? = nil
  ) throws(OAuthError) -> SignInMethod {
    let method: SignInMethod
    switch choice {
    case .never: throw .interactionRequired(command: command)
    case .method(let chosen): method = chosen
    case .automatic:
      method = try .automatic(
        for: signInEnvironment, metadata: metadata, redirectURI: redirectURI, command: command)
    }
    if method == .sheet, sheet == nil {
      throw .misused("choice", "This system has no sheet for the sign-in.")
    }
    if method == .browser, browser == nil, isInApp {
      throw .misused(
        "redirect",
        "This system starts no browser beside an app: register a redirect URI with a scheme of the "
          + "app's own, or an https one, and set redirect to .fixed(…).")
    }
    return method
  }

  /// Whether this is an app, which has no terminal and shows pages itself.
  var isInApp: Bool {
    signInEnvironment.place == .app || signInEnvironment.place == .appliance
  }

  /// The method for a client that may not use the device authorization grant; nil when the method was
  /// chosen explicitly.
  func methodWithoutDevices(
    at metadata: ServerMetadata, redirectURI: String?
  ) throws(OAuthError) -> SignInMethod? {
    guard case .automatic = choice else { return nil }
    var metadata = metadata
    metadata.deviceAuthorizationEndpoint = nil
    return try method(at: metadata, redirectURI: redirectURI)
  }

  /// The user agent for the page that ends the login session; nil where the user may not be asked.
  ///
  /// - Parameters:
  ///   - redirectURI: The redirect URI of the client; nil for a port of this machine.
  ///   - environment: What waits for the deadline.
  func signOutAgent(
    redirectURI: String?, environment: RuntimeEnvironment
  ) -> (any UserAgent)? {
    if choice == .never || signInEnvironment.place == .background { return nil }
    let usesSheet = isInApp && (browser == nil || SheetCallback.isReceived(redirectURI))
    return userAgent(
      for: usesSheet ? .sheet : .browser, redirectURI: usesSheet ? redirectURI : nil,
      environment: environment)
  }

  /// The user agent of a method; nil for ``SignInMethod/device``, which needs no user agent, and for
  /// ``SignInMethod/sheet`` on a system without sheets.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - redirectURI: The redirect URI that is registered; nil for any port of this machine.
  ///   - environment: Waits for the deadline.
  public func userAgent(
    for method: SignInMethod, redirectURI: String? = nil, environment: RuntimeEnvironment = .live
  ) -> (any UserAgent)? {
    switch method {
    case .device: nil
    case .sheet: sheet?(redirectURI, deadline, environment)
    case .pasteBack:
      PasteBackUserAgent(
        terminal: terminal, redirectURI: redirectURI, deadline: deadline, environment: environment)
    case .browser:
      LoopbackUserAgent(
        opening: { [terminal, browser] in try Self.show($0, terminal, browser) },
        deadline: deadline, environment: environment)
    case .printedAddress:
      LoopbackUserAgent(
        opening: { [terminal, signInEnvironment] in Self.announce($0, terminal, signInEnvironment)
        },
        deadline: deadline, environment: environment, ports: ports)
    }
  }

  private static func show(
    _ page: OpenedPage, _ terminal: SignInTerminal, _ browser: SystemBrowser?
  ) throws(OAuthError) {
    let address = try BrowserAddress(page.url.absoluteString).text
    SignInMessages.address(address, purpose: page.purpose.rawValue).forEach(terminal.show)
    guard let browser else { return }
    do throws(OAuthError) {
      try browser.open(page.url) { terminal.show("\($0); open the address by hand") }
    } catch {
      // The address was shown to the user already.
      terminal.show("\(error.reason); open the address by hand")
    }
  }

  private static func announce(
    _ page: OpenedPage, _ terminal: SignInTerminal, _ machine: SignInEnvironment
  ) {
    SignInMessages.address(page.url.absoluteString, purpose: page.purpose.rawValue)
      .forEach(terminal.show)
    guard let port = page.port else { return }
    var route: SSHRoute?
    if case .remote(let way) = machine.place { route = way }
    // In a container, 127.0.0.1 is not the machine that the user sees.
    if route != nil || machine.isContainer && machine.terminal != .none {
      SignInMessages.forwarding(port, route).forEach(terminal.show)
    }
  }
}
