// SPDX-License-Identifier: Apache-2.0
import TestKit

/// A headless Chromium with a profile of its own, driven over WebDriver.
///
/// Close it in all cases: a killed chromedriver leaves its browser behind.
///
/// [WebDriver](https://www.w3.org/TR/webdriver2/)
final class Chromium: Sendable {
  static let browser = "/usr/bin/chromium"
  static let driver = "/usr/bin/chromedriver"

  /// Whether both Debian packages, `chromium` and `chromium-driver`, are there.
  static var isInstalled: Bool {
    FileManager.default.isExecutableFile(atPath: browser)
      && FileManager.default.isExecutableFile(atPath: driver)
  }

  private let process: ChildProcess
  private let profile: URL
  private let transport: any HTTPTransport
  private let authority: String
  private let session: String

  /// Starts the driver on a free port and one browser session in it.
  static func withSession<R>(
    transport: any HTTPTransport, _ body: (Chromium) async throws -> R
  ) async throws -> R {
    let chromium = try await Chromium(transport: transport)
    do {
      let result = try await body(chromium)
      try await chromium.close()
      return result
    } catch {
      try? await chromium.close()
      throw error
    }
  }

  private init(transport: any HTTPTransport) async throws {
    self.transport = transport
    profile = FileManager.default.temporaryDirectory
      .appending(path: "coatcheck-chromium-\(ProcessInfo.processInfo.globallyUniqueString)")
    process = try ChildProcess(Self.driver, ["--port=0", "--allowed-ips=127.0.0.1"])
    let started = try await process.line { $0.contains("started successfully on port") }
    let port = (started.split(separator: " ").last ?? "").filter(\.isNumber)
    authority = "127.0.0.1:\(port)"
    let reply = try await Self.call(
      transport, authority, .post, "/session",
      [
        "capabilities": [
          "alwaysMatch": [
            "browserName": "chrome",
            // How long to wait for an element that is not there yet, in milliseconds.
            "timeouts": ["implicit": 10_000],
            "goog:loggingPrefs": ["browser": "ALL"],
            "goog:chromeOptions": [
              "binary": .string(Self.browser),
              "args": [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                "--no-first-run", "--disable-background-networking", "--disable-component-update",
                "--window-size=900,800", .string("--user-data-dir=\(profile.path())"),
              ],
            ],
          ]
        ]
      ])
    session = try #require(reply.objectValue?["sessionId"]?.stringValue)
  }

  /// Opens an address and waits until it has loaded.
  func open(_ address: String) async throws {
    _ = try await call(.post, "/url", ["url": .string(address)])
  }

  /// The address shown now.
  func address() async throws -> String {
    try await call(.get, "/url").stringValue ?? ""
  }

  /// Types into the first element that the CSS selector finds.
  func type(_ text: String, into selector: String) async throws {
    _ = try await ask(selector, .post, "value", ["text": .string(text)])
  }

  /// Clicks the first element that the CSS selector finds.
  func click(_ selector: String) async throws {
    _ = try await ask(selector, .post, "click", [:])
  }

  /// The rendered text of the first element that the CSS selector finds.
  func text(of selector: String) async throws -> String {
    try await ask(selector, .get, "text").stringValue ?? ""
  }

  /// The value of a computed style property.
  func style(_ property: String, of selector: String) async throws -> String {
    try await ask(selector, .get, "css/\(property)").stringValue ?? ""
  }

  /// Runs a script in the page and returns its value.
  func evaluate(_ script: String) async throws -> JSONValue {
    try await call(.post, "/execute/sync", ["script": .string(script), "args": []])
  }

  /// A picture of the page, as PNG.
  func screenshot() async throws -> Data {
    let text = try await call(.get, "/screenshot").stringValue ?? ""
    return Data(base64Encoded: text) ?? Data()
  }

  /// Sends a command to the first element that the CSS selector finds. If its page is being left, the
  /// element is searched again on the next page.
  private func ask(
    _ selector: String, _ method: HTTPRequest.Method, _ what: String, _ body: JSONObject? = nil
  ) async throws -> JSONValue {
    for _ in 0..<20 {
      do {
        return try await call(method, "/element/\(element(selector))/\(what)", body)
      } catch let error as WebDriverError where error.isAboutLeftPage {
        try await Task.sleep(for: .milliseconds(50))
      }
    }
    throw WebDriverError(reason: "\(selector) is never there for long")
  }

  func element(_ selector: String) async throws -> String {
    let found = try await call(
      .post, "/element", ["using": "css selector", "value": .string(selector)])
    // WebDriver §12.2.1: the reference is the only member of the object.
    let names = found.objectValue?.names ?? []
    return try #require(names.first.flatMap { found.objectValue?[$0]?.stringValue })
  }

  func call(
    _ method: HTTPRequest.Method, _ path: String, _ body: JSONObject? = nil
  ) async throws -> JSONValue {
    try await Self.call(transport, authority, method, "/session/\(session)\(path)", body)
  }

  private static func call(
    _ transport: any HTTPTransport, _ authority: String, _ method: HTTPRequest.Method,
    _ path: String, _ body: JSONObject?
  ) async throws -> JSONValue {
    var request = HTTPRequest(method: method, scheme: "http", authority: authority, path: path)
    request.headerFields[.contentType] = "application/json"
    let (head, data) = try await transport.send(
      request, body: body.map { Data($0.serialized()) } ?? Data(),
      limit: ResponseLimit(bytes: 8 << 20, deadline: .seconds(60)))
    let limits = JSONLimits(depth: 64, bytes: 8 << 20)
    let value = try JSONObject(parsing: [UInt8](data), limits: limits)["value"] ?? .null
    guard head.status.kind == .successful else {
      throw WebDriverError(reason: value.objectValue?["message"]?.stringValue ?? "\(head.status)")
    }
    return value
  }

  private func close() async throws {
    defer {
      process.stop()
      try? FileManager.default.removeItem(at: profile)
    }
    _ = try await call(.delete, "")
    // The driver ignores SIGTERM.
    _ = try? await Self.call(transport, authority, .get, "/shutdown", nil)
  }
}

/// An error of the driver.
struct WebDriverError: Error, CustomStringConvertible {
  let reason: String
  var description: String { "WebDriver: \(reason)" }

  /// Whether the element was one of a page that is being left. The driver has two texts for it.
  var isAboutLeftPage: Bool {
    reason.contains("stale element") || reason.contains("does not belong to the document")
  }
}
