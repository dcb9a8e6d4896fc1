// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Token requests with a device code")
struct DeviceTokenTests {
  private static func exchange(_ code: String = "dc-1") throws -> DeviceTokenExchange {
    DeviceTokenExchange(
      deviceCode: Secret(code), client: publicClient, tokenEndpoint: try tokenEndpoint())
  }

  @Test("the request contains the grant type, the device code and the client id")
  func request() throws {
    let (head, body) = try Self.exchange().request()
    #expect(head.method == .post)
    #expect(head.path == "/token")
    #expect(
      try Parameters(bytes: Array(body)) == [
        "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": "dc-1",
        "client_id": "app",
      ])
  }

  @Test("a device code with forbidden characters is reported as misuse")
  func forbidden() throws {
    let exchange = try Self.exchange("a\r\nb")
    expectMisuse { try exchange.request() }
  }

  static let refusals: [(String, OAuthError.Code)] = [
    ("authorization_pending", .authorizationPending), ("slow_down", .slowDown),
    ("access_denied", .accessDenied), ("expired_token", .expiredToken),
  ]

  // GitHub sends these error responses with status 200.
  @Test(
    "each error response of the specification has its code, whatever the status",
    arguments: refusals)
  func refusal(_ text: String, _ code: OAuthError.Code) throws {
    let exchange = try Self.exchange()
    for status in [400, 403, 200] {
      let error = failure { try exchange.reply(response(status, #"{"error":"\#(text)"}"#)) }
      #expect(error == .refused(code, ""))
      #expect(error?.isTransient == false)
    }
  }

  @Test("the tokens of a successful response are read")
  func grant() throws {
    let grant = try Self.exchange().reply(
      response(200, #"{"access_token":"at","token_type":"bearer","expires_in":60}"#))
    #expect(grant.accessToken.matches(Secret("at")))
    #expect(grant.tokenType == "Bearer")
    #expect(grant.expiry == .at(start + 60))
  }

  @Test("an unavailable server states when the client may send the next request")
  func busy() throws {
    let exchange = try Self.exchange()
    let error = failure { try exchange.reply(response(503, "", fields: [.retryAfter: "20"])) }
    #expect(error?.isTransient == true)
    #expect(error?.retryAfter == .seconds(20))
  }
}
