// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

@Suite(
  "The interface behind a proxy", .timeLimit(.minutes(10)),
  .enabled(if: ReverseProxy.areInstalled, "nginx-light and haproxy are missing: scripts/setup test")
)
struct BehindProxyTests {
  /// An action with a limit for each source.
  struct Limit: Sendable {
    let count: Int
    /// The return code up to the limit, beyond it, and from another source at the same time.
    let refused: String
    let waits: String
    let served: String
    /// The action, with the number of its repetition.
    let act: @Sendable (CaptchaWorld, Int) async throws -> String
  }

  private static let limits: [Case<Limit>] = [
    Case(
      "codes by SMS",
      Limit(count: 2, refused: "OK", waits: "SMS.1008 rate_limited", served: "OK") { world, n in
        let device = CaptchaWorld.Device(device: "phone-\(n)")
        let phone = "+86-138\(1_000 + n)0000"
        let proof = try await world.solve(sender: phone, by: device)
        return try await world.spend(proof, mobile: phone, by: device).code
      }),
    Case(
      "positions of sliders",
      Limit(count: 60, refused: "SMS.1003", waits: "SMS.1004 rate_limited", served: "SMS.1003") {
        world, n in
        let device = CaptchaWorld.Device(device: "phone-\(n)")
        let picture = try await world.get(by: device)
        guard picture.code == "OK" else { return picture.code }
        return try await world.slide(picture["token"], x: 1, by: device).code
      }),
    Case(
      "passwords",
      Limit(
        count: 3, refused: "LOGIN.1005", waits: "COMMON.1008 rate_limited", served: "LOGIN.1005"
      ) { world, n in
        let body: JSONObject = ["user_name": .string("name-\(n)"), "password": "Spring-2026!"]
        return try await world.send(
          .post, "/api/v2/sdk/login", body, by: CaptchaWorld.Device(device: "phone-\(n)")
        ).code
      }),
  ]

  // attack: V-01
  @Test(
    "a source at its limit does not block another one, for each kind of limit",
    arguments: [ReverseProxy.Way.nginx, .haproxyProtocol])
  func limits(_ way: ReverseProxy.Way) async throws {
    let addresses = ClientAddresses(
      proxies: [try AddressRange("127.0.0.1")],
      proxyProtocol: way.hasProxyProtocol ? .required : .absent)
    let world = try await CaptchaWorld.start(addresses: addresses) {
      $0.sendsPerSource = 2
      $0.passwordsPerSource = 3
    }
    let proxy = try await ReverseProxy(way, before: world.server.port)
    defer { proxy.stop() }
    for (row, limit) in Self.limits.enumerated() {
      let (name, limit) = (limit.name, limit.value)
      let source = AddressedTransport(
        from: "127.0.1.\(row + 1)", to: proxy.port, fields: [("X-Forwarded-For", "192.0.2.1")])
      try await IDaaSTestServer.$way.withValue(source) { () async throws in
        for n in 0..<limit.count {
          #expect(try await limit.act(world, n) == limit.refused, "\(name) \(n)")
        }
        // With sliders, the first refusal is that of an issued one, the second that of a new one.
        #expect(try await limit.act(world, limit.count) == limit.waits, "\(name)")
        #expect(try await limit.act(world, limit.count + 1) == limit.waits, "\(name)")
      }
      let other = AddressedTransport(from: "127.0.2.\(row + 1)", to: proxy.port)
      try await IDaaSTestServer.$way.withValue(other) { () async throws in
        #expect(try await limit.act(world, limit.count + 2) == limit.served, "\(name)")
      }
    }
    await world.stop()
  }
}
