// SPDX-License-Identifier: Apache-2.0
import CoatcheckOCLC
import TestKit

@Suite("OCLC's configuration", .timeLimit(.minutes(10)))
struct OCLCConfigurationTests {
  private static let keys = [
    "authenticatingServerBaseUrl": "https://authn.sd00.worldcat.org/oauth2", "wskey": "key",
    "authenticatingInstitutionId": "128807", "contextInstitutionId": "91475",
    "redirectUrl": "oclcApp://user_agent_flow", "scopes": "WMS_NCIP refresh_token",
    "responseType": "token",
  ]

  /// A property list like the `authentication.plist` of the document, with these keys.
  private static func plist(_ keys: [String: String]) -> Data {
    let pairs = keys.sorted { $0.key < $1.key }.map {
      "        <key>\($0.key)</key>\n        <string>\($0.value)</string>\n"
    }.joined()
    return Data(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
          <dict>
      \(pairs)    </dict>
      </plist>
      """.utf8)
  }

  private static func json(_ keys: [String: String]) throws -> Data {
    try JSONEncoder().encode(keys)
  }

  @Test("is read from an authentication.plist and from JSON", arguments: [true, false])
  func whole(_ isPlist: Bool) throws {
    let configuration =
      try isPlist
      ? OCLCConfiguration(propertyList: Self.plist(Self.keys))
      : OCLCConfiguration(json: Self.json(Self.keys))
    #expect(configuration.wskey == "key")
    #expect(configuration.redirectURL == "oclcApp://user_agent_flow")
    #expect(configuration.scopes == ["WMS_NCIP", "refresh_token"])
    #expect(configuration.authenticatingInstitutionID == "128807")
    #expect(configuration.contextInstitutionID == "91475")
    #expect(configuration.responseType == .token)
    let provider = try configuration.provider()
    #expect(
      provider.metadata.authorizationEndpoint?.text
        == "https://authn.sd00.worldcat.org/oauth2/authorizeCode")
    #expect(
      provider.dialect.extra[.authorization]
        == ["authenticatingInstitutionId": "128807", "contextInstitutionId": "91475"])
  }

  @Test("requires the keys that are empty in the file as delivered")
  func asDelivered() throws {
    let empty = Dictionary(uniqueKeysWithValues: Self.keys.keys.map { ($0, "") })
    var keys = empty
    keys["authenticatingServerBaseUrl"] = Self.keys["authenticatingServerBaseUrl"]
    keys["responseType"] = "token"
    for key in ["wskey", "redirectUrl", "scopes"] {
      let error = #expect(throws: OAuthError.self) {
        try OCLCConfiguration(propertyList: Self.plist(keys))
      }
      #expect(error?.parameter == key)
      keys[key] = Self.keys[key]
    }
    // The institutions can stay empty.
    let configuration = try OCLCConfiguration(propertyList: Self.plist(keys))
    #expect(configuration.authenticatingInstitutionID == nil)
    #expect(configuration.contextInstitutionID == nil)
    #expect(configuration.responseType == .token)
  }

  @Test(
    "names the key that is missing or empty", arguments: ["wskey", "redirectUrl", "scopes"],
    [true, false])
  func missing(_ key: String, _ isEmpty: Bool) throws {
    var keys = Self.keys
    keys[key] = isEmpty ? "" : nil
    for data in [Self.plist(keys), try Self.json(keys)] {
      let error = #expect(throws: OAuthError.self) {
        data.first == 0x7B
          ? try OCLCConfiguration(json: data) : try OCLCConfiguration(propertyList: data)
      }
      #expect(error?.outcome == .misused)
      #expect(error?.parameter == key)
    }
  }

  @Test("may omit the institutions, the address and the type")
  func optional() throws {
    var keys = Self.keys
    for key in ["authenticatingInstitutionId", "contextInstitutionId"] { keys[key] = "" }
    for key in ["authenticatingServerBaseUrl", "responseType"] { keys[key] = nil }
    let configuration = try OCLCConfiguration(propertyList: Self.plist(keys))
    #expect(configuration.authenticatingInstitutionID == nil)
    #expect(configuration.responseType == .token)
    #expect(try configuration.provider().metadata.issuer == Provider.oclc().metadata.issuer)
    #expect(try configuration.provider().dialect.extra.isEmpty)
  }

  @Test("names the invalid key")
  func wrong() throws {
    var type = Self.keys
    type["responseType"] = "id_token"
    var scopes = Self.keys
    scopes["scopes"] = "a \"b"
    for (keys, name) in [(type, "responseType"), (scopes, "scopes")] {
      let error = #expect(throws: OAuthError.self) {
        try OCLCConfiguration(propertyList: Self.plist(keys))
      }
      #expect(error?.parameter == name)
    }
    var url = Self.keys
    url["authenticatingServerBaseUrl"] = "http://authn.example/oauth2"
    let plain = #expect(throws: OAuthError.self) {
      try OCLCConfiguration(propertyList: Self.plist(url)).provider()
    }
    #expect(plain?.parameter == "authenticatingServerBaseUrl")
    var long = Self.keys
    long["scopes"] = Array(repeating: "A", count: 40_000).joined(separator: " ")
    let tooLong = #expect(throws: OAuthError.self) {
      try OCLCConfiguration(propertyList: Self.plist(long))
    }
    #expect(tooLong?.parameter == "configuration")
    for data in [Data(), Data("{".utf8), Data("<plist>".utf8)] {
      let list = #expect(throws: OAuthError.self) { try OCLCConfiguration(propertyList: data) }
      #expect(list?.parameter == "configuration")
      let json = #expect(throws: OAuthError.self) { try OCLCConfiguration(json: data) }
      #expect(json?.parameter == "configuration")
    }
    let number = #expect(throws: OAuthError.self) {
      try OCLCConfiguration(json: Data(#"{"wskey": ["a"]}"#.utf8))
    }
    #expect(number?.parameter == "wskey")
  }

  @Test("reads institutions that are numbers in JSON")
  func numbers() throws {
    let data = Data(
      #"{"wskey": "k", "redirectUrl": "oclcApp://x", "scopes": "A", "contextInstitutionId": 128807}"#
        .utf8)
    #expect(try OCLCConfiguration(json: data).contextInstitutionID == "128807")
  }

  /// A client like that of the guide, for a phone, and the addresses that it opens.
  private func phone(
    _ world: OCLCWorld, _ responseType: String, secret: Secret? = nil
  ) throws -> (client: Client, browser: CallbackUserAgent, opened: AsyncStream<URL>, [Scope]) {
    var keys = Self.keys
    keys["authenticatingServerBaseUrl"] = world.oclc.url + "/oauth2"
    keys["wskey"] = "app"
    keys["responseType"] = responseType
    let configuration = try OCLCConfiguration(propertyList: Self.plist(keys))
    let (opened, continuation) = AsyncStream.makeStream(of: URL.self)
    let browser = CallbackUserAgent(redirectURI: configuration.redirectURL) {
      continuation.yield($0)
    }
    let client = Client(
      of: try configuration.provider(), id: configuration.wskey, secret: secret,
      store: world.store, transport: Transports.system
    ) {
      $0.redirect = configuration.redirect
      $0.userAgent = browser
      $0.environment = world.environment
    }
    return (client, browser, opened, configuration.scopes)
  }

  @Test("signs in by the configured flow, in a browser that returns to the app's own scheme")
  func signsIn() async throws {
    let world = try await OCLCWorld()
    var accounts: Set<AccountID> = []
    for (responseType, mark, requests) in [("token", "#access_token=", 0), ("code", "?code=", 1)] {
      let (client, browser, opened, scopes) = try phone(
        world, responseType, secret: responseType == "code" ? Secret("app secret") : nil)
      let session = Task { try await client.signIn(scopes: scopes, storedAs: responseType) }
      for await page in opened {
        #expect(page.query()?.contains("response_type=\(responseType)") == true)
        let callback = try await world.agent(redirect: OCLCWorld.callback).authorize(at: page)
        #expect(callback.hasPrefix(OCLCWorld.callback + mark))
        let url = try #require(URL(string: callback))
        #expect(browser.receive(url))
        #expect(!browser.receive(url))
        break
      }
      let stored = try #require(try await session.value.stored)
      #expect(stored.redirectURI == OCLCWorld.callback)
      #expect(stored.refreshToken != nil)
      #expect(world.oclc.received("/oauth2/accessToken").count == requests)
      accounts.insert(stored.account)
      try await client.removeSession(named: responseType)
    }
    #expect(accounts.count == 1)
  }

  @Test("gives the implicit flow to another user agent, unless a code is configured")
  func otherAgent() async throws {
    let world = try await OCLCWorld()
    var keys = Self.keys
    keys["authenticatingServerBaseUrl"] = world.oclc.url + "/oauth2"
    keys["wskey"] = "app"
    let implicit = try OCLCConfiguration(propertyList: Self.plist(keys))
    let phone = try world.client(of: implicit.provider(), secret: nil, id: implicit.wskey)
    let session = try await phone.signIn(
      using: implicit.implicitSignIn(userAgent: world.agent()), storedAs: "phone")
    #expect(session.stored?.redirectURI == "oclcApp://user_agent_flow")
    keys["responseType"] = "code"
    let code = try OCLCConfiguration(propertyList: Self.plist(keys))
    let refused = #expect(throws: OAuthError.self) {
      try code.implicitSignIn(userAgent: world.agent())
    }
    #expect(refused?.parameter == "responseType")
  }
}
