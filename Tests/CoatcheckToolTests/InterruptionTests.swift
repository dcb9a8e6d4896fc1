// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("An interruption of the tool")
struct InterruptionTests {
  @Test(
    "a signal during a sign-in ends the tool with its own status, closes the port and stores nothing",
    arguments: [(SIGINT, Int32(130)), (SIGTERM, Int32(143))])
  func duringLogin(_ signal: Int32, _ status: Int32) async throws {
    let stage = try await Stage.start()
    let process = try stage.sandbox.start(
      ["login", stage.server.issuer, "--client-id", "app", "--json"])
    let address = try await eventually { try stage.sandbox.takeAddress() }
    let port = try #require(Self.listeningPort(address))
    #expect(Self.accepts(port))
    process.send(signal)
    #expect(await process.ended() == .exit(status))
    #expect(!Self.accepts(port))
    #expect(try await stage.sandbox.store.sessions().isEmpty)
    #expect(process.errors.hasSuffix("coatcheck: error: interrupted\n"))
    #expect(process.output.contains(#""exit":\#(status)"#))
    #expect(stage.server.requests.count("/token") == 0)
  }

  @Test("a signal during a refresh waits until the new tokens are stored")
  func duringRefresh() async throws {
    let (stage, before) = try await Stage.signedIn()
    let slow = try CannedServer(
      json: #"{"access_token":"a-2","refresh_token":"r-2","token_type":"Bearer","expires_in":600}"#,
      held: true)
    try await stage.redirectTokenRequests(to: slow)
    try await stage.spend()
    let process = try stage.sandbox.start(["token"])
    try await until { !slow.requests.isEmpty }
    process.send(SIGINT)
    // It reports why it still runs.
    try await until { process.errors.contains("waiting for a running refresh") }
    #expect(process.isRunning)
    slow.release()
    #expect(await process.ended() == .exit(130))
    #expect(process.output.isEmpty)
    let after = try await stage.session()
    #expect(after.generation == before.generation + 1)
    #expect(after.refreshToken?.reveal() == "r-2")
  }

  @Test("a second signal ends the tool at once, and the store holds the old tokens")
  func twice() async throws {
    let (stage, before) = try await Stage.signedIn()
    let slow = try CannedServer(json: "{}", held: true)
    try await stage.redirectTokenRequests(to: slow)
    let process = try stage.sandbox.start(["token", "--refresh"])
    try await until { !slow.requests.isEmpty }
    process.send(SIGINT)
    try await until { process.errors.contains("Ctrl-C again") }
    process.send(SIGINT)
    #expect(await process.ended() == .exit(130))
    #expect(process.output.isEmpty)
    #expect(try await stage.session().generation == before.generation)
    slow.release()
  }

  private static func listeningPort(_ address: String) -> Int? {
    let items = URLComponents(string: address)?.queryItems
    let redirect = items?.first { $0.name == "redirect_uri" }?.value
    return redirect.flatMap { URLComponents(string: $0)?.port }
  }

  private static func accepts(_ port: Int) -> Bool {
    let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(connection) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port).bigEndian)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    return withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}

/// Waits for a value; throws after 30 seconds.
@discardableResult
func eventually<Value>(_ value: () throws -> Value?) async throws -> Value {
  for _ in 0..<6000 {
    if let value = try value() { return value }
    try await Task.sleep(for: .milliseconds(5))
  }
  throw Sandbox.Unexpected("there was no value within 30 seconds")
}

/// Waits until a condition is true; throws after 30 seconds.
func until(_ condition: () throws -> Bool) async throws {
  try await eventually { try condition() ? true : nil }
}
