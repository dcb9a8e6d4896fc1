// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("The choice of a sign-in method")
struct SignInMethodTests {
  private static let remote = SignInEnvironment.Place.remote(SSHRoute(user: "ann", host: "h"))

  typealias Row = (SignInEnvironment, Bool, SignInMethod?)
  static let rows: [Case<Row>] = [
    Case("a desktop", (.init(.desktop, terminal: .full), true, .browser)),
    Case("a desktop without a terminal", (.init(.desktop, terminal: .none), false, .browser)),
    Case("SSH, with device codes", (.init(remote, terminal: .full), true, .device)),
    Case("SSH, without device codes", (.init(remote, terminal: .full), false, .pasteBack)),
    Case("SSH, without input", (.init(remote, terminal: .output), false, .printedAddress)),
    Case("no screen, with device codes", (.init(.headless, terminal: .output), true, .device)),
    Case("no screen, without device codes", (.init(.headless, terminal: .full), false, .pasteBack)),
    Case("no screen, without input", (.init(.headless, terminal: .output), false, .printedAddress)),
    Case("background", (.init(.background, terminal: .none), true, nil)),
  ]

  @Test("is the best that the environment and the issuer support", arguments: rows)
  func choice(_ row: Case<Row>) throws {
    let (signInEnvironment, hasCodes, method) = row.value
    var metadata = ServerMetadata(issuer: try Issuer("https://op.example"))
    if hasCodes {
      metadata.deviceAuthorizationEndpoint = try Endpoint("https://op.example/device")
    }
    do throws(OAuthError) {
      let chosen = try SignInMethod.automatic(
        for: signInEnvironment, metadata: metadata, command: "coatcheck login https://op.example")
      #expect(chosen == method)
    } catch {
      #expect(method == nil)
      #expect(error.code == .interactionRequired)
      #expect(error.outcome == .misused)
      #expect(error.reason.contains("coatcheck login https://op.example"))
    }
  }

  typealias AppRow = (place: SignInEnvironment.Place, redirectURI: String?, hasCodes: Bool)
  static let apps: [Case<(AppRow, hasBrowser: Bool, SignInMethod?)>] = [
    Case("a private scheme", ((.app, "app.example:/cb", true), false, .sheet)),
    Case("https", ((.app, "https://app.example/cb", false), true, .sheet)),
    Case("a port of this machine, with a browser", ((.app, nil, true), true, .browser)),
    Case("a port of this machine, without a browser", ((.app, nil, true), false, nil)),
    Case("https with a port", ((.app, "https://app.example:8443/cb", true), false, nil)),
    Case("a television with codes", ((.appliance, "app.example:/cb", true), false, .device)),
    Case("a television without codes", ((.appliance, "app.example:/cb", false), false, .sheet)),
    Case("a television, without both", ((.appliance, nil, false), false, nil)),
  ]

  @Test(
    "in an app follows from the redirect URI, the kind of device and the server",
    arguments: apps)
  func app(_ row: Case<(AppRow, hasBrowser: Bool, SignInMethod?)>) throws {
    let (app, hasBrowser, method) = row.value
    var metadata = ServerMetadata(issuer: try Issuer("https://op.example"))
    if app.hasCodes {
      metadata.deviceAuthorizationEndpoint = try Endpoint("https://op.example/device")
    }
    var system = SystemSignIn(
      signInEnvironment: .init(app.place, terminal: .none),
      browser: hasBrowser ? SystemBrowser { $0 == "BROWSER" ? "firefox" : nil } : nil)
    system.sheet = { _, _, _ in LoopbackUserAgent { _ in } }
    do throws(OAuthError) {
      #expect(try system.method(at: metadata, redirectURI: app.redirectURI) == method)
    } catch {
      #expect(method == nil)
      #expect(error.outcome == .misused)
      #expect(error.parameter == "redirect")
    }
  }

  @Test("a sheet that is chosen on a system without sheets is an error")
  func noSheet() throws {
    let metadata = ServerMetadata(issuer: try Issuer("https://op.example"))
    var system = SystemSignIn()
    system.choice = .method(.sheet)
    system.sheet = nil
    #expect {
      try system.method(at: metadata)
    } throws: {
      ($0 as? OAuthError)?.parameter == "choice"
    }
  }

  @Test("has no device codes at a server that does not list their grant")
  func grants() throws {
    var metadata = ServerMetadata(issuer: try Issuer("https://op.example"))
    metadata.deviceAuthorizationEndpoint = try Endpoint("https://op.example/device")
    let place = SignInEnvironment(.headless, terminal: .full)
    metadata.grantTypesSupported = ["authorization_code"]
    #expect(try SignInMethod.automatic(for: place, metadata: metadata) == .pasteBack)
    metadata.grantTypesSupported = ["authorization_code", DeviceTokenExchange.grantType]
    #expect(try SignInMethod.automatic(for: place, metadata: metadata) == .device)
  }
}
