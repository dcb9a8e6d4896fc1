// SPDX-License-Identifier: Apache-2.0

import CoatcheckKii
import CoatcheckKiiTesting
import TestKit

@Suite("Signing in at Kii with a password")
struct KiiPasswordTests {
  private let world: KiiWorld

  init() async throws { world = try await KiiWorld.start() }

  @Test("sends a JSON object with the expiry in milliseconds, and names the app in three fields")
  func request() async throws {
    let world = try await KiiWorld.start(fields: ["x-trace": "on"])
    world.kii.clock.set(to: Date(timeIntervalSince1970: 1_400_000_000))
    let session = try await world.alice(3600)
    let sent = try #require(world.kii.received(KiiWorld.tokenPath).first)
    let fields = sent.head.headerFields
    #expect(fields[.contentType] == "application/json")
    #expect(fields[try #require(HTTPField.Name("x-kii-appid"))] == "app")
    #expect(fields[try #require(HTTPField.Name("x-kii-appkey"))] == "key")
    #expect(fields[try #require(HTTPField.Name("x-kii-sdk"))] == "sn=coatcheck")
    #expect(fields[try #require(HTTPField.Name("x-trace"))] == "on")
    #expect(fields[.authorization] == nil)
    #expect(
      try JSONObject(parsing: [UInt8](sent.body)) == [
        "grant_type": "password", "username": "alice", "password": "wonderland",
        "expiresAt": 1_400_003_600_000,
      ])
    #expect(session.account.subject == "u-alice")
    #expect(session.stored?.name == "alice")
    #expect(session.remaining == .seconds(3600))
  }

  @Test("signs in at the older endpoint as well", arguments: [true, false])
  func legacyEndpoint(isRight: Bool) async throws {
    let world = try await KiiWorld.start(tokenEndpoint: .legacy)
    let way = KiiPasswordSignIn("alice", password: Secret(isRight ? "wonderland" : "oz oz"))
    if isRight {
      let session = try await world.client.signIn(using: way)
      #expect(session.account.subject == "u-alice")
      try await session.refresh()
      #expect(world.kii.requests.count("/oauth2/token") == 2)
    } else {
      let error = await failure { try await world.client.signIn(using: way) }
      #expect(error?.code == .invalidGrant)
      #expect(error?.providerCode == "AUTHENTICATION_FAILED")
      #expect(error?.status == 401)
      #expect(error.map { KiiErrorCode($0) } == .authenticationFailed)
    }
  }

  @Test(
    "accepts all forms of a username, and sends them unchanged",
    arguments: [
      ("alice", true), ("alice@example.com", true), ("EMAIL:alice@example.com", true),
      ("+819012345678", true), ("PHONE:+819012345678", true), ("Alice", false),
      ("EMAIL:alice", false), ("PHONE:alice", false), ("819012345678", false),
    ])
  func usernames(text: String, isKnown: Bool) async throws {
    try world.kii.service.change(
      userID: "u-alice",
      fields: ["phoneNumber": "+819012345678", "phoneNumberVerified": true])
    let way = KiiPasswordSignIn(KiiUsername(text), password: Secret("wonderland"))
    if isKnown {
      #expect(try await world.client.signIn(using: way).account.subject == "u-alice")
    } else {
      #expect(await failure { try await world.client.signIn(using: way) }?.code == .invalidGrant)
    }
    #expect(try world.bodies().map { $0["username"] } == [.string(text)])
  }

  @Test("accepts a local phone number with its country")
  func localPhone() async throws {
    try world.kii.service.change(
      userID: "u-alice",
      fields: ["phoneNumber": "09012345678", "phoneNumberVerified": true, "country": "JP"])
    let username = KiiUsername.phone("09012345678", country: "JP")
    #expect(username.text == "PHONE:JP-09012345678")
    let session = try await world.client.signIn(
      using: .kiiPassword(username, password: Secret("wonderland")))
    #expect(session.account.subject == "u-alice")
  }

  @Test("prefers the same username for a user as the SDKs")
  func preferred() throws {
    var json: JSONObject = [
      "userID": "u", "loginName": "al", "emailAddress": "a@b", "emailAddressVerified": true,
      "phoneNumber": "+8190", "phoneNumberVerified": true,
    ]
    func preferred() throws -> String? {
      KiiUsername.preferred(for: try KiiUser(json: json))?.text
    }
    #expect(try preferred() == "al")
    json["loginName"] = nil
    #expect(try preferred() == "EMAIL:a@b")
    json["emailAddressVerified"] = false
    #expect(try preferred() == "PHONE:+8190")
    json["phoneNumberVerified"] = nil
    #expect(try preferred() == "EMAIL:a@b")
    json["emailAddress"] = nil
    #expect(try preferred() == "PHONE:+8190")
    json["phoneNumber"] = "090"
    json["country"] = "JP"
    #expect(try preferred() == "PHONE:JP-090")
    json["phoneNumber"] = nil
    #expect(try preferred() == nil)
  }

  @Test(
    "sends a lifetime as the time of its end, and omits it for no limit",
    arguments: [
      (0, nil), (1, 1_700_000_001_000), (3600, 1_700_003_600_000),
      (Int.max / 1000, 8_640_000_000_000_000), (Int.max, 8_640_000_000_000_000),
    ] as [(Int, Int?)])
  func lifetimes(seconds: Int, milliseconds: Int?) async throws {
    let world = try await KiiWorld.start(KiiService(lifetime: nil))
    let session = try await world.alice(seconds)
    #expect(try world.bodies().first?["expiresAt"]?.intValue == milliseconds)
    // The maximum lifetime of Kii means that the token does not expire.
    let isEndless = seconds == 0 || seconds > 4000
    #expect((session.stored?.expiry == .never) == isEndless)
  }

  @Test("refuses a negative lifetime and an empty name before any request")
  func badArguments() async throws {
    let error = #expect(throws: OAuthError.self) { try KiiLifetime(seconds: -1) }
    #expect(error?.parameter == "lifetime")
    #expect(error.map { KiiErrorCode($0) } == .invalidInput)
    for (way, parameter) in [
      (KiiPasswordSignIn("", password: Secret("wonderland")), "username"),
      (KiiPasswordSignIn("al\u{0}ice", password: Secret("wonderland")), "username"),
      (KiiPasswordSignIn("alice", password: Secret("")), "password"),
    ] {
      let error = await failure { try await world.client.signIn(using: way) }
      #expect(error?.outcome == .misused)
      #expect(error?.parameter == parameter)
    }
    #expect(world.kii.requests.all.isEmpty)
  }

  @Test("a wrong password leaves the existing session unchanged")
  func wrongPassword() async throws {
    let before = try await world.alice()
    let error = await failure {
      try await world.client.signIn(using: .kiiPassword("alice", password: Secret("oz oz")))
    }
    #expect(error?.code == .invalidGrant)
    #expect(error?.providerCode == "OAUTH2_ERROR")
    #expect(error?.description.contains("[code OAUTH2_ERROR]") == true)
    #expect(error.map { KiiErrorCode($0) } == .authenticationFailed)
    #expect(try await before.accessToken().matches(try #require(before.stored?.accessToken)))
    #expect(try await world.store.sessions().count == 1)
  }

  @Test("a thing has a token of its own, and no refresh token")
  func thing() async throws {
    let session = try await world.client.signIn(
      using: .kiiThing("lamp-1", password: Secret("lamp password")))
    #expect(session.account.subject == "th-lamp-1")
    #expect(session.stored?.refreshToken == nil)
    #expect(try world.bodies().first?["username"] == "VENDOR_THING_ID:lamp-1")
  }

  @Test("is refused at a provider that is not Kii")
  func otherProvider() async throws {
    let other = Client(
      of: Provider(metadata: world.client.provider.metadata), id: "app", store: world.store,
      transport: Transports.system
    ) { $0.environment = world.environment }
    let error = await failure {
      try await other.signIn(using: .kiiPassword("alice", password: Secret("wonderland")))
    }
    #expect(error?.parameter == "provider")
    #expect(world.kii.requests.all.isEmpty)
  }
}
