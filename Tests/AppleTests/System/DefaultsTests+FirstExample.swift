// SPDX-License-Identifier: Apache-2.0
#if APPLE_SHIMS
  import AppleStage
  import AuthenticationServicesShim
  import CoatcheckClient
  import TestSupport
  import UIKitShim

  extension DefaultsTests {
    @Test("is all that the first example of docs/apple.md needs")
    func firstExample() async throws {
      let device = Device()
      device.app.addScene(.foregroundActive)
      device.sessions.scripts = [.grants(at: "com.example.app:/callback")]
      let store = MemoryTokenStore()
      try await Network.$current.withValue(SmallProvider(device)) {
        try await device.run {
          // docs/apple.md
          let provider = try await Provider.discover("https://op.example")
          let client = Client(of: provider, id: "app", store: store) {
            $0.redirect = .fixed("com.example.app:/callback")
          }
          let session = try await client.signIn(scopes: [.openID], storedAs: "main")
          // docs/apple.md
          #expect(session.account.subject == "alice")
        }
      }
      #expect(device.sessions.shown.map(\.callback) == ["com.example.app:"])
      #expect(try await store.sessions().map(\.name) == ["main"])
    }

    @Test("is what the first example of docs/apple.md shows")
    func isThisCode() throws {
      let here = URL(filePath: #filePath)
      let root = here.deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
      let source = try String(contentsOf: here, encoding: .utf8)
      let page = try String(contentsOf: root.appending(path: "docs/apple.md"), encoding: .utf8)
      let run = try #require(
        source.components(separatedBy: "          // docs/apple.md\n").dropFirst().first)
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

  /// The network of a test. On Apple's systems it is URLSession, which has no stand-in here.
  private enum Network {
    @TaskLocal static var current: SmallProvider?
  }

  extension Provider {
    fileprivate static func discover(_ issuer: String) async throws(OAuthError) -> Provider {
      guard let network = Network.current else { throw .unreachable(.connectionFailed, "offline") }
      return try await discover(issuer, transport: network)
    }
  }

  extension Client {
    fileprivate init(
      of provider: Provider, id: String, store: any TokenStore,
      configure: (inout ClientOptions) -> Void
    ) {
      let network = Network.current!
      self.init(
        of: provider, id: id, store: store, transport: network, configure: configure)
    }
  }
#endif
