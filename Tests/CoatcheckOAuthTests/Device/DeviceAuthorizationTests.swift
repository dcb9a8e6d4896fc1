// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Device authorization requests")
struct DeviceAuthorizationTests {
  private static func exchange(
    _ endpoint: String = "https://op.example/device", scopes: [Scope] = [.openID, .email],
    client: ClientIdentity = publicClient, extra: Parameters = [:]
  ) throws -> DeviceAuthorizationExchange {
    DeviceAuthorizationExchange(
      scopes: scopes, client: client, endpoint: try Endpoint(endpoint), extra: extra)
  }

  /// The response of RFC 8628 §3.2 with some members changed; null removes a member.
  private static func json(_ changes: JSONObject = [:]) -> JSONObject {
    var json: JSONObject = [
      "device_code": "GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS", "user_code": "WDJB-MJHT",
      "verification_uri": "https://op.example/device",
      "verification_uri_complete": "https://op.example/device?user_code=WDJB-MJHT",
      "expires_in": 1800, "interval": 5,
    ]
    for (name, value) in changes { json[name] = value == .null ? nil : value }
    return json
  }

  private static func read(
    _ changes: JSONObject = [:], from endpoint: String = "https://op.example/device"
  ) throws -> DeviceAuthorization {
    try exchange(endpoint).reply(response(200, json(changes)))
  }

  private static func expectRefusal(
    _ code: OAuthError.Code = .replyMalformed, of name: String, being value: JSONValue = .null,
    location: SourceLocation = #_sourceLocation
  ) {
    expectError(.unreadable(code, ""), naming: name, location: location) {
      try read([name: value])
    }
  }

  @Test("a public client sends its client id and the scopes in a form")
  func request() throws {
    let (head, body) = try Self.exchange(extra: ["audience": "api"]).request()
    #expect(head.method == .post && head.path == "/device")
    #expect(head.headerFields[.accept] == "application/json")
    let form = try Parameters(bytes: Array(body))
    #expect(form == ["scope": "openid email", "audience": "api", "client_id": "app"])
  }

  @Test("a client with a secret authenticates as at the token endpoint")
  func confidential() throws {
    let client = ClientIdentity(id: "app", authentication: .basic(Secret("s")))
    let (head, body) = try Self.exchange(client: client).request()
    #expect(head.headerFields[.authorization] == "Basic YXBwOnM=")
    #expect(try Parameters(bytes: Array(body)).names == ["scope"])
  }

  @Test("a reserved additional parameter is reported as misuse")
  func reserved() throws {
    let exchange = try Self.exchange(extra: ["client_id": "other"])
    expectError(naming: "client_id") { try exchange.request() }
  }

  @Test("the example of the specification is read")
  func example() throws {
    let authorization = try Self.read()
    #expect(
      authorization.deviceCode.matches(Secret("GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS")))
    #expect(authorization.userCode == "WDJB-MJHT")
    #expect(authorization.verificationURI.text == "https://op.example/device")
    #expect(
      authorization.verificationURIComplete?.text
        == "https://op.example/device?user_code=WDJB-MJHT")
    #expect(authorization.expiresAt == start + 1800 && authorization.lifetime == .seconds(1800))
    #expect(authorization.interval == .seconds(5))
    let printed = printed(authorization)
    #expect(!printed.contains("WDJB") && !printed.contains("GmRh"))
  }

  static let intervals: [(JSONValue, Int)] = [
    (.null, 5), (0, 1), (-1, 1), (1_000_000_000, 60), ("5", 5), ("soon", 5), (2.5, 3), (60, 60),
  ]

  // attack: C-73
  @Test(
    "the interval is limited to 1 to 60 s, and is 5 s if absent", arguments: intervals)
  func interval(_ value: JSONValue, _ seconds: Int) throws {
    #expect(try Self.read(["interval": value]).interval == .seconds(seconds))
  }

  static let lifetimes: [(JSONValue, Int?)] = [
    (.null, nil), (0, nil), (-5, nil), ("never", nil), (1, 1), ("600", 600),
    (1_000_000_000_000, 86_400), (599.9, 599),
  ]

  @Test("the lifetime of the codes is required, and limited to a day", arguments: lifetimes)
  func lifetime(_ value: JSONValue, _ seconds: Int?) throws {
    if let seconds {
      #expect(try Self.read(["expires_in": value]).lifetime == .seconds(seconds))
    } else {
      Self.expectRefusal(of: "expires_in", being: value)
    }
  }

  static let badCodes = [
    "", " WDJB", "WDJB ", "WDJB\u{1B}[2J", "WDJB\nMJHT", "\u{202E}WDJB", "WÐJB",
    String(repeating: "W", count: 65),
  ]

  // attack: C-76
  @Test(
    "a user code with control, non-ASCII or outer space characters is refused", arguments: badCodes)
  func userCode(_ code: String) throws {
    let error = failure { try Self.read(["user_code": .string(code)]) }
    expectError(error, is: .unreadable(.replyMalformed, ""), naming: "user_code")
    #expect(code.isEmpty || error?.description.contains(code) == false)
  }

  static let badAddresses = [
    "javascript:alert(1)", "file:///etc/passwd", "http://op.example/device", "ftp://op.example/",
    "https://user@op.example/", "https://op.example/\u{1B}[2J", "http://127.0.0.1/device",
    "https://op.example/" + String(repeating: "a", count: 2048), "-oProxyCommand=x",
  ]

  // attack: C-76
  @Test("a verification URI that is not an HTTPS URL is refused", arguments: badAddresses)
  func address(_ text: String) throws {
    for name in ["verification_uri", "verification_uri_complete"] {
      Self.expectRefusal(.insecureEndpoint, of: name, being: .string(text))
    }
  }

  @Test("a verification URI with HTTP on a loopback address is accepted from a loopback server")
  func loopback() throws {
    let uri: JSONValue = "http://127.0.0.1:8/device"
    let changes: JSONObject = ["verification_uri": uri, "verification_uri_complete": .null]
    let read = try Self.read(changes, from: "http://127.0.0.1:8/da")
    #expect(read.verificationURI.text == "http://127.0.0.1:8/device")
    #expect(read.verificationURIComplete == nil)
    #expect(!read.completeWasElsewhere)
  }

  // attack: C-76
  @Test("a complete verification URI at another origin is ignored")
  func elsewhere() throws {
    for other in ["https://evil.example/device?c=1", "https://op.example:444/device"] {
      let read = try Self.read(["verification_uri_complete": .string(other)])
      #expect(read.verificationURIComplete == nil)
      #expect(read.completeWasElsewhere)
    }
  }

  @Test("verification_url is read if verification_uri is absent")
  func olderName() throws {
    let old: JSONObject = [
      "verification_uri": .null, "verification_uri_complete": .null,
      "verification_url": "https://op.example/old",
    ]
    #expect(try Self.read(old).verificationURI.text == "https://op.example/old")
    let both: JSONObject = ["verification_url": "https://op.example/old"]
    #expect(try Self.read(both).verificationURI.text == "https://op.example/device")
  }

  static let requiredMembers = ["device_code", "user_code", "verification_uri", "expires_in"]

  @Test("a response without a required member is refused", arguments: requiredMembers)
  func missing(_ name: String) throws {
    Self.expectRefusal(of: name)
  }

  @Test("a device code with forbidden characters or of more than 16 KiB is refused")
  func deviceCode() throws {
    for code in ["a\nb", "ä", String(repeating: "d", count: (16 << 10) + 1)] {
      Self.expectRefusal(of: "device_code", being: .string(code))
    }
  }

  @Test("an error response, a redirect and another media type are reported as errors")
  func otherAnswers() throws {
    let exchange = try Self.exchange()
    expectError(.refused(.unauthorizedClient, "")) {
      try exchange.reply(response(400, #"{"error":"unauthorized_client"}"#))
    }
    expectError(.unreadable(.redirectRefused, "")) { try exchange.reply(response(302, "")) }
    expectError(.unreadable(.replyMalformed, "")) {
      try exchange.reply(response(200, Self.json(), type: "text/html"))
    }
  }
}
