// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Device authorization, from client to server and back")
struct DeviceServerHalfTests {
  private func exchange(
    scopes: [Scope] = ["openid", "x"], resources: [String] = ["https://r.example"]
  ) throws -> DeviceAuthorizationExchange {
    DeviceAuthorizationExchange(
      scopes: scopes, client: publicClient, endpoint: try Endpoint("https://op.example/device"),
      resources: resources, extra: ["x_tv": "1"])
  }

  @Test("the server reads the request of the device")
  func request() throws {
    let request = try DeviceAuthorizationExchange.received(exchange().request())
    #expect(request.client.id == "app")
    #expect(request.scopes == ["openid", "x"])
    #expect(request.resources == ["https://r.example"])
    #expect(request.extra == ["x_tv": "1"])
    let empty = try DeviceAuthorizationExchange.received(
      exchange(scopes: [], resources: []).request())
    #expect(empty.scopes == nil)
    #expect(empty.resources.isEmpty)
  }

  @Test("the device reads the response of the server, which is not cached")
  func reply() throws {
    var made = DeviceAuthorization(
      deviceCode: Secret("dc-1"), userCode: "WDJB-MJHT",
      verificationURI: try Endpoint("https://op.example/device"), lifetime: .seconds(600),
      interval: .seconds(7), now: start)
    made.verificationURIComplete = try Endpoint(
      "https://op.example/device?user_code=WDJB-MJHT")
    let message = DeviceAuthorizationExchange.response(made)
    #expect(message.head.headerFields[.cacheControl] == "no-store")
    let read = try exchange().reply(message)
    #expect(read.deviceCode.matches(made.deviceCode))
    #expect(read.userCode == made.userCode)
    #expect(read.verificationURI == made.verificationURI)
    #expect(read.verificationURIComplete == made.verificationURIComplete)
    #expect(read.expiresAt == made.expiresAt)
    #expect(read.interval == .seconds(7))
  }

  @Test("lifetimes and intervals are limited to their range")
  func ranges() throws {
    for (given, lifetime, interval) in [(0, 1, 1), (100_000, 86_400, 60)] {
      let made = DeviceAuthorization(
        deviceCode: Secret("d"), userCode: "u", verificationURI: try Endpoint("https://h/"),
        lifetime: .seconds(given), interval: .seconds(given), now: start)
      #expect(made.lifetime == .seconds(lifetime))
      #expect(made.interval == .seconds(interval))
    }
  }

  @Test("the device reads the error code that the server returns")
  func refusal() throws {
    let exchange = try exchange()
    for code in [OAuthError.Code.invalidClient, .unauthorizedClient, .invalidScope] {
      expectError(.refused(code, "")) {
        try exchange.reply(DeviceAuthorizationExchange.response(.refused(code, "No.")))
      }
    }
    expectError(.refused(.invalidRequest, "")) {
      try DeviceAuthorizationExchange.received(post("scope=a&scope=b&client_id=c"))
    }
  }
}
