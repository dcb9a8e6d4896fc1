// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand
import CoatcheckOAuth
import Foundation
import Testing

@testable import CoatcheckToolNetwork

@Suite("The browser opener")
struct BrowserTests {
  static let refused = [
    "file:///etc/passwd", "-oProxyCommand=touch${IFS}marker", "--version", "javascript:alert(1)",
    "https://h/;touch marker", "https://h/\n--new-window", "https://-oProxyCommand=x/",
    "https:///x",
    "http://\u{202E}h/", "HTTPS://h/", " https://h/", "",
  ]

  // attack: C-27
  @Test("an address that is none of the web is refused", arguments: refused)
  func refusedAddress(_ text: String) {
    #expect(throws: OAuthError.unreadable(.insecureEndpoint, "")) { try WebAddress(text) }
  }

  /// Addresses that a shell would obey and that are plain web addresses all the same.
  static let hostile = [
    "https://h/$(touch${IFS}marker)", "https://h/;touch${IFS}marker",
    "https://h/`touch${IFS}marker`",
    "https://h/&touch${IFS}marker", "https://h/|touch${IFS}marker", "https://h/'\"%s*?~#",
  ]

  // attack: C-27
  @Test("a hostile address reaches the program as one argument and no shell", arguments: hostile)
  func oneArgument(_ text: String) async throws {
    let sandbox = try Sandbox()
    let browser = try #require(Browser { $0 == "BROWSER" ? sandbox.browser : nil })
    try browser.open(WebAddress(text)) { _ in }
    let file = sandbox.folder + "/address"
    for _ in 0..<1000 where access(file, R_OK) != 0 { try await Task.sleep(for: .milliseconds(10)) }
    let said = String(decoding: FileManager.default.contents(atPath: file) ?? Data(), as: UTF8.self)
    #expect(said == "1\n\(text)\n")
    for folder in [sandbox.folder, FileManager.default.currentDirectoryPath] {
      #expect(access(folder + "/marker", F_OK) != 0)
    }
  }

  @Test("each program of $BROWSER is tried in turn, and a failure names them all")
  func several() throws {
    let browser = try #require(Browser { $0 == "BROWSER" ? "/nonexistent/a:/nonexistent/b" : nil })
    #expect(browser.programs == ["/nonexistent/a", "/nonexistent/b"])
    let address = try WebAddress("https://h/")
    let failure = #expect(throws: CommandFailure.self) { try browser.open(address) { _ in } }
    #expect(failure?.message.contains("/nonexistent/a: No such file") == true)
    #expect(failure?.message.contains("/nonexistent/b: No such file") == true)
  }

  #if !os(macOS)
    @Test("without $BROWSER and without a display nothing is tried")
    func noDisplay() {
      #expect(Browser { _ in nil } == nil)
      #expect(Browser { $0 == "DISPLAY" ? ":0" : nil }?.programs == ["xdg-open"])
    }
  #endif
}
