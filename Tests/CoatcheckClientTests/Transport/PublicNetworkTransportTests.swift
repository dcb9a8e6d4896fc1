// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("The transport for addresses that third parties name", .timeLimit(.minutes(10)))
struct OutsideTransportTests {
  /// A resolver that records the names and returns fixed addresses.
  private final class Names: Sendable {
    private let asked = Mutex<[String]>([])
    private let addresses: [String]

    init(_ addresses: [String]) { self.addresses = addresses }

    var all: [String] { asked.withLock { $0 } }

    @Sendable
    func resolve(_ host: String) async throws -> [String] {
      asked.withLock { $0.append(host) }
      return addresses
    }
  }

  private func ask(_ url: String, _ names: Names) async throws(OAuthError) {
    _ = try await PublicNetworkTransport(resolver: names.resolve).send(HTTPRequest(to: url))
  }

  @Test(
    "an address on this machine or in its network is refused before a name is resolved",
    arguments: [
      "https://127.0.0.1/k", "https://127.1/k", "https://0x7f.1/k", "https://localhost/k",
      "https://[::1]/k", "https://[::ffff:127.0.0.1]/k", "https://169.254.169.254/latest",
      "https://10.0.0.1/k", "https://192.168.1.1:8443/k", "https://router/k",
      "https://metadata.google.internal/k", "http://127.0.0.1:8080/k", "http://localhost/k",
    ])
  func inside(_ url: String) async throws {
    let names = Names(["93.184.216.34"])
    await #expect(throws: OAuthError.self) { try await ask(url, names) }
    #expect(names.all.isEmpty)
  }

  // attack: R-03
  @Test(
    "a name that resolves to this machine is refused, whatever else it resolves to",
    arguments: [
      ["127.0.0.1"], ["93.184.216.34", "127.0.0.1"], ["10.1.2.3"], ["169.254.169.254"], ["::1"],
      ["fe80::1%eth0"], ["fd00::1"], ["::ffff:10.0.0.1"], ["0.0.0.0"], ["224.0.0.1"], [],
      ["not an address"],
    ])
  func rebound(_ addresses: [String]) async throws {
    let names = Names(addresses)
    do throws(OAuthError) {
      try await ask("https://keys.example/jwks", names)
      Issue.record("it was sent")
    } catch {
      #expect(error.code == .addressRefused)
    }
    // One lookup only: a second one could return other addresses.
    #expect(names.all == ["keys.example"])
  }

  @Test("the system's resolver returns the addresses of a name")
  func system() async throws {
    let found = try await SystemResolver.addresses(of: "localhost")
    #expect(found.contains("127.0.0.1") || found.contains("::1"))
  }
}
