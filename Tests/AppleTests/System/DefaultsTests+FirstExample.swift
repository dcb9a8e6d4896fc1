// SPDX-License-Identifier: Apache-2.0
#if APPLE_SHIMS
  import AppleStage
  import AuthenticationServicesShim
  import Coatcheck
  import SecurityShim
  import TestSupport
  import UIKitShim

  extension DefaultsTests {
    @Test("is all that the first example of docs/apple.md needs")
    func firstExample() async throws {
      let device = Device()
      KeychainDevice.current = KeychainDevice(.phone)
      device.app.addScene(.foregroundActive)
      device.sessions.scripts = [.grants(at: "com.example.app:/callback")]
      try SmallProvider(device).listen()
      try await device.run {
        // docs/apple.md
        let provider = try await Provider.discover("https://op.example")
        let client = Client(of: provider, id: "app", store: .system) {
          $0.redirect = .fixed("com.example.app:/callback")
        }
        let session = try await client.signIn(scopes: [.openID], storedAs: "main")
        // docs/apple.md
        #expect(session.account.subject == "alice")
      }
      #expect(device.sessions.shown.map(\.callback) == ["com.example.app:"])
      // The items of SystemStore's records in the keychain.
      #expect(KeychainDevice.current.items.contains { $0.service == "coatcheck.system" })
    }

    @Test(
      "is what the first example of a page shows",
      arguments: [
        ("docs/apple.md", "DefaultsTests+FirstExample.swift"),
        ("Providers/OCLC/README.md", "DefaultsTests+OCLCExample.swift"),
      ])
    func isThisCode(_ path: String, _ file: String) throws {
      let folder = URL(filePath: #filePath).deletingLastPathComponent()
      let root = folder.deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
      let source = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      let page = try String(contentsOf: root.appending(path: path), encoding: .utf8)
      let run = try #require(
        source.components(separatedBy: "        // \(path)\n").dropFirst().first)
      let shown = try #require(
        page.components(separatedBy: "```swift\n").dropFirst().first?
          .components(separatedBy: "```").first)
      func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
          .filter { !$0.isEmpty }
      }
      #expect(lines(run) == lines(shown))
    }
  }
#endif
