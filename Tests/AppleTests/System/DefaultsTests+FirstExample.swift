// SPDX-License-Identifier: Apache-2.0
#if APPLE_SHIMS
  import AppleStage
  import AuthenticationServicesShim
  import Coatcheck
  import SecurityShim
  import TestSupport
  import UIKitShim

  extension DefaultsTests {
    @Test("is sufficient for the first example of docs/apple.md")
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
      "is shown by the first example of a page, which is the code of these tests",
      arguments: [
        ("docs/apple.md", "DefaultsTests+FirstExample.swift"),
        ("Providers/OCLC/README.md", "DefaultsTests+OCLCExample.swift"),
      ])
    func isThisCode(_ path: String, _ file: String) throws {
      let folder = URL(filePath: #filePath).deletingLastPathComponent()
      let code = try PrintedCode(of: path, ranIn: folder.appending(path: file))
      #expect(code.printed.first == code.run)
    }
  }
#endif
