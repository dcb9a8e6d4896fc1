// SPDX-License-Identifier: Apache-2.0

import CoatcheckKii
import TestKit

@Suite("The stand-in for a Kii app")
struct KiiServiceTests {
  private let world: KiiWorld

  init() async throws { world = try await KiiWorld.start() }

  private static let app = ["x-kii-appid": "app", "x-kii-appkey": "any"]
  private static let login =
    #"{"grant_type":"password","username":"alice","password":"wonderland"}"#

  private static func json(_ fields: [String: String] = app) -> [String: String] {
    fields.merging(["content-type": "application/json"]) { $1 }
  }

  @Test(
    "requires the app's id and key",
    arguments: [
      ([:], 401, "UNAUTHORIZED"), (["x-kii-appid": "app"], 401, "UNAUTHORIZED"),
      (["x-kii-appid": "other", "x-kii-appkey": "key"], 404, "APP_NOT_FOUND"),
      (["authorization": "Basic \(Data("app:whatever".utf8).base64EncodedString())"], 200, nil),
      (["x-kii-appid": "app", "x-kii-appkey": "whatever"], 200, nil),
    ] as [([String: String], Int, String?)])
  func fields(fields: [String: String], status: Int, code: String?) async throws {
    let answer = try await world.send(
      KiiWorld.tokenPath, fields: Self.json(fields), body: Self.login)
    #expect(answer.status == status)
    #expect(answer.json["errorCode"]?.stringValue == code)
  }

  @Test(
    "accepts the documented content types and no others",
    arguments: [
      (KiiWorld.tokenPath, "application/json", 200),
      (KiiWorld.tokenPath, "application/json; charset=utf-8", 200),
      (KiiWorld.tokenPath, "text/plain", 415), (KiiWorld.tokenPath, "", 415),
      (KiiWorld.tokenPath, "application/vnd.kii.OauthTokenRequest+json", 415),
      ("/oauth2/token", "application/json", 200),
      ("/oauth2/token", "application/vnd.kii.OauthTokenRequest+json", 200),
      ("/oauth2/token", "application/x-www-form-urlencoded", 415),
      ("/api/oauth2/token", "application/json", 200),
    ])
  func contentTypes(path: String, type: String, status: Int) async throws {
    let fields = type.isEmpty ? Self.app : Self.app.merging(["content-type": type]) { $1 }
    let answer = try await world.send(path, fields: fields, body: Self.login)
    #expect(answer.status == status)
  }

  @Test("reads a form at the app's endpoint")
  func form() async throws {
    let fields = Self.app.merging(["content-type": "application/x-www-form-urlencoded"]) { $1 }
    let answer = try await world.send(
      KiiWorld.tokenPath, fields: fields,
      body: "grant_type=password&username=alice&password=wonderland&expiresAt=1700000010000")
    #expect(answer.status == 200)
    #expect(answer.json["id"] == "u-alice")
    #expect(answer.json["expires_in"] == 10)
    #expect(answer.json["token_type"] == "bearer")
  }

  @Test(
    "refuses requests that are not documented",
    arguments: [
      (#"{"username":"alice","password":"wonderland"}"#, 400, "OAUTH2_ERROR"),
      (#"{"grant_type":"magic"}"#, 400, "OAUTH2_ERROR"),
      (#"{"grant_type":"password","username":"alice"}"#, 400, "INVALID_INPUT_DATA"),
      (
        #"{"grant_type":"password","username":7,"password":"wonderland"}"#, 400,
        "INVALID_INPUT_DATA"
      ),
      ("{", 400, "INVALID_INPUT_DATA"), ("[]", 400, "INVALID_INPUT_DATA"),
      (
        #"{"grant_type":"password","username":"alice","password":"wonderland","expiresAt":1700000000000}"#,
        400, "INVALID_INPUT_DATA"
      ),
      (
        #"{"grant_type":"password","username":"alice","password":"wonderland","expiresAt":"soon"}"#,
        400, "INVALID_INPUT_DATA"
      ),
      (
        #"{"grant_type":"password","username":"alice","password":"wonderland","client_id":"app"}"#,
        401, "UNAUTHORIZED"
      ),
      (#"{"grant_type":"refresh_token","refresh_token":"rt-0"}"#, 403, "WRONG_REFRESH_TOKEN"),
      (#"{"grant_type":"mfa","totp_code":"1"}"#, 401, "UNAUTHORIZED"),
      (
        #"{"grant_type":"client_credentials","client_id":"app","client_secret":"other"}"#, 401,
        "UNAUTHORIZED"
      ),
    ])
  func refusals(body: String, status: Int, code: String) async throws {
    let answer = try await world.send(KiiWorld.tokenPath, fields: Self.json(), body: body)
    #expect(answer.status == status)
    #expect(answer.json["errorCode"] == .string(code))
  }

  @Test("expires a token at the requested millisecond")
  func end() async throws {
    let body = Self.login.replacing("}", with: #","expiresAt":1700000002500}"#)
    let answer = try await world.send(KiiWorld.tokenPath, fields: Self.json(), body: body)
    let token = try #require(answer.json["access_token"]?.stringValue)
    #expect(answer.json["expires_in"] == 2)
    let fields = Self.app.merging(["authorization": "Bearer \(token)"]) { $1 }
    world.kii.clock.advance(by: .milliseconds(2499))
    #expect(try await world.send(KiiWorld.mePath, .get, fields: fields).status == 200)
    world.kii.clock.advance(by: .milliseconds(1))
    let late = try await world.send(KiiWorld.mePath, .get, fields: fields)
    #expect(late.status == 403)
    #expect(late.json["errorCode"] == "WRONG_TOKEN")
  }

  @Test("requires the content type of the provider's token, and only its members")
  func integration() async throws {
    for (type, body, status) in [
      ("application/vnd.kii.AuthTokenFacebookRequest+json", #"{"accessToken":"facebook:a"}"#, 200),
      ("application/json", #"{"accessToken":"facebook:a"}"#, 415),
      ("application/vnd.kii.AuthTokenGoogleRequest+json", #"{"accessToken":"facebook:a"}"#, 415),
      (
        "application/vnd.kii.AuthTokenFacebookRequest+json",
        #"{"accessToken":"facebook:a","openID":"a"}"#, 400
      ),
      ("application/vnd.kii.AuthTokenFacebookRequest+json", #"{"access_token":"facebook:a"}"#, 400),
    ] {
      let fields = Self.app.merging(["content-type": type]) { $1 }
      let answer = try await world.send(
        "/apps/app/integration/facebook", fields: fields, body: body)
      #expect(answer.status == status)
    }
  }

  @Test("keeps the objects of each user apart")
  func objects() async throws {
    let alice = try await world.alice()
    let bob = try await world.client.signIn(
      using: .kiiPassword("bob", password: StandInUser.bob.password))
    let bucket = KiiWorld.objectsPath
    let request = try world.request(bucket, .post, type: "application/json")
    let (head, data) = try await alice.data(for: request, body: Data(#"{"a":1}"#.utf8))
    #expect(head.status == .created)
    let id = try #require(try JSONObject(parsing: [UInt8](data))["objectID"]?.stringValue)
    let one = try world.request("\(bucket)/\(id)")
    #expect(try await alice.data(for: one).1 == Data(#"{"a":1}"#.utf8))
    #expect(try await bob.data(for: one).0.status == .notFound)
  }

  @Test("publishes metadata for discovery")
  func discovery() async throws {
    let issuer = "\(world.kii.url)/apps/app"
    let provider = try await Provider.discover(
      issuer, transport: Transports.system, environment: world.environment)
    #expect(provider.metadata.tokenEndpoint == world.client.provider.metadata.tokenEndpoint)
  }
}
