// SPDX-License-Identifier: Apache-2.0
import TestKit

@testable import CoatcheckDaemon

@Suite("The members of a seed")
struct SeedReadingTests {
  private static let key = #"""
    {"kty": "EC", "crv": "P-256", "kid": "k1", "x": "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4",
     "y": "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM"}
    """#
  private static let token = "0123456789-0123456789-0123456789"

  private static func client(_ members: String) throws -> RegisteredClient {
    try #require(
      Seed(parsing: Array(#"{"clients": [{"id": "c", \#(members)}]}"#.utf8)).clients.first
    ).registration
  }

  private static func settings(_ members: String) throws -> IssuerSettings {
    var configuration = try ServerConfiguration()
    let seed = try Seed(parsing: Array(#"{"settings": {\#(members)}}"#.utf8))
    for (_, _, change) in seed.settings.changes { change(&configuration) }
    return try configuration.settings(for: "https://id.example")
  }

  @Test("every member of a client has its effect")
  func client() throws {
    let client = try Self.client(
      #"""
      "name": "C", "jwks": {"keys": [\#(Self.key)]}, "authenticationAlgorithm": "ES256",
      "grantTypes": ["urn:ietf:params:oauth:grant-type:device_code",
        "urn:ietf:params:oauth:grant-type:token-exchange"],
      "redirectURIs": ["com.example.app:/callback"], "scopes": ["openid"], "consent": "implied",
      "resources": ["https://api.example/"], "answersFor": ["https://own.example/"],
      "boundTokens": "required", "pushedRequests": "required", "signedRequests": "required",
      "authTime": "required", "requestObjectAlgorithm": "PS256", "defaultMaxAge": 60,
      "idTokenAlgorithm": "ES256", "userInfoAlgorithm": "RS256", "authorizationAlgorithm": "ES256",
      "postLogoutRedirectURIs": ["https://c.example/"],
      "backChannelLogoutURI": "https://c.example/logout", "backChannelLogoutSession": "required",
      "frontChannelLogoutURI": "https://c.example/out", "frontChannelLogoutSession": "required",
      "subjectType": "pairwise", "sectorIdentifierURI": "https://sector.example/uris",
      "accessTokenLifetime": 30, "disabled": true
      """#)
    var expected = RegisteredClient(
      id: "c", name: "C", redirectURIs: ["com.example.app:/callback"],
      authenticationMethod: "private_key_jwt",
      grantTypes: [DeviceTokenExchange.grantType, TokenExchangeGrant.type], scopes: ["openid"],
      idTokenAlgorithm: .es256, consent: .implied, accessTokenLifetime: 30, standing: .disabled)
    expected.metadata.jwks = [try JWK(parsing: JSONObject(parsing: Array(Self.key.utf8)))]
    expected.metadata.authenticationAlgorithm = .es256
    expected.metadata.resources = ["https://api.example/"]
    expected.metadata.answersFor = ["https://own.example/"]
    expected.metadata.boundTokens = .required
    expected.metadata.pushedRequests = .required
    expected.metadata.signedRequests = .required
    expected.metadata.authTime = .required
    expected.metadata.requestObjectAlgorithm = .ps256
    expected.metadata.defaultMaxAge = 60
    expected.metadata.userInfoAlgorithm = .rs256
    expected.metadata.authorizationAlgorithm = .es256
    expected.metadata.postLogoutRedirectURIs = ["https://c.example/"]
    expected.metadata.backChannelLogoutURI = "https://c.example/logout"
    expected.metadata.backChannelLogoutSession = .required
    expected.metadata.frontChannelLogoutURI = "https://c.example/out"
    expected.metadata.frontChannelLogoutSession = .required
    expected.metadata.subjectType = .pairwise
    expected.metadata.sectorIdentifierURI = "https://sector.example/uris"
    #expect(client == expected)
  }

  @Test("an algorithm for responses is one that the server signs with")
  func algorithms() throws {
    for member in ["idTokenAlgorithm", "userInfoAlgorithm", "authorizationAlgorithm"] {
      let seed = try Seed(
        parsing: Array(#"{"clients": [{"id": "c", "\#(member)": "PS256"}]}"#.utf8))
      try seed.check(signedWith: [.es256, .rs256, .ps256])
      let error = #expect(throws: SeedError.self) { try seed.check(signedWith: [.es256, .rs256]) }
      #expect(error?.description == "clients[0].\(member): needs --signing-algorithm PS256")
    }
  }

  @Test(
    "the authentication method of a client follows from its credentials",
    arguments: [
      (#""name": "C""#, "none"), (#""secret": "s""#, "client_secret_basic"),
      (#""secret": "s", "authenticationMethod": "client_secret_post""#, "client_secret_post"),
      (#""jwks": {"keys": [\#(key)]}"#, "private_key_jwt"),
      // Its keys may be used for signed requests only.
      (#""jwks": {"keys": [\#(key)]}, "authenticationMethod": "none""#, "none"),
      (#""jwks": {"keys": [\#(key)]}, "secret": "s""#, "client_secret_basic"),
      (#""jwksURI": "https://c.example/keys""#, "private_key_jwt"),
    ])
  func method(_ members: String, _ method: String) throws {
    #expect(try Self.client(members).authenticationMethod == method)
  }

  @Test("every number of the settings has its effect, and an omitted one keeps its default")
  func figures() throws {
    let plain = try Self.settings("")
    let settings = try Self.settings(
      #"""
      "accessTokenLifetime": 1, "idTokenLifetime": 2, "codeLifetime": 3, "refreshIdle": 4,
      "refreshAbsolute": 5, "grace": 6, "interactionLifetime": 7, "loginLifetime": 8,
      "pushedRequestLifetime": 9, "deviceLifetime": 10, "attemptWindow": 11, "deviceInterval": 12,
      "deviceRequests": 13, "userCodeAttempts": 14, "secretAttempts": 15, "codeAttempts": 16,
      "passwordAttempts": 17, "passwordAttemptsFromAnywhere": 18, "pushedRequests": 19,
      "keptPushedRequests": 20, "passwordAttemptsFromAddress": 21, "audience": "https://api.example",
      "proofNonces": "required"
      """#)
    #expect(
      [
        settings.accessTokenLifetime, settings.idTokenLifetime, settings.codeLifetime,
        settings.refreshIdle, settings.refreshAbsolute, settings.grace,
        settings.interactionLifetime, settings.loginLifetime, settings.pushedRequestLifetime,
        settings.deviceLifetime, settings.attemptWindow,
      ] == Array(1...11).map(TimeInterval.init))
    #expect(
      [
        settings.deviceInterval, settings.deviceRequests, settings.userCodeAttempts,
        settings.secretAttempts, settings.codeAttempts, settings.passwordAttempts,
        settings.passwordAttemptsFromAnywhere, settings.pushedRequests,
        settings.keptPushedRequests, settings.passwordAttemptsFromAddress,
      ] == Array(12...21))
    #expect(settings.audience == "https://api.example")
    #expect(settings.proofNonces == .required)
    #expect(settings.assertionAudiences == .issuerOnly)
    #expect(plain.accessTokenLifetime == 600 && plain.proofNonces == .unused)
    #expect(plain.audience == "https://id.example")
  }

  @Test("the endpoints that assertions may name belong to this issuer")
  func audiences() throws {
    let settings = try Self.settings(
      #""assertionAudiences": {"endpoints": ["token", "par"], "because": "an old client"}"#)
    #expect(
      try settings.assertionAudiences
        == .alsoEndpoints(
          [Endpoint("https://id.example/token"), Endpoint("https://id.example/par")],
          because: "an old client"))
  }

  @Test("registration is off, open to clients with a token, or open to all clients for a reason")
  func registration() throws {
    guard case .off = try Self.settings("").registration.access else {
      Issue.record("registration is open by itself")
      return
    }
    guard
      case .off = try Self.settings(#""registration": {"access": "off"}"#).registration.access
    else {
      Issue.record("off is not off")
      return
    }
    let open = try Self.settings(
      #"""
      "registration": {"access": "open", "because": "a workshop", "grantTypes": ["authorization_code"],
        "scopes": ["openid", "tools"], "redirectURIs": 2, "attempts": 3}
      """#
    ).registration
    guard case .open(because: "a workshop") = open.access else {
      Issue.record("open is not open")
      return
    }
    #expect(open.grantTypes == ["authorization_code"] && open.scopes == ["openid", "tools"])
    #expect(open.redirectURIs == 2 && open.attempts == 3)
    let tokens = try Self.settings(
      #"""
      "registration": {"access": "tokens", "tokens": [
        {"token": "\#(Self.token)", "uses": 3, "expires": "2030-01-31T12:00:00Z"},
        {"token": "\#(Self.token)b", "expires": "2030-01-31T12:00:00+02:00"}]}
      """#
    ).registration
    guard case .tokens(let tokens) = tokens.access else {
      Issue.record("no tokens")
      return
    }
    #expect(tokens.map(\.digest).first == TokenDigest(of: Secret(Self.token)))
    #expect(tokens.map(\.uses) == [3, 1])
    #expect(tokens.map(\.expiresAt.timeIntervalSince1970) == [1_896_091_200, 1_896_084_000])
  }

  @Test(
    "an invalid member of a client is refused with its path",
    arguments: [
      (#""grantTypes": ["password"]"#, "grantTypes: knows authorization_code"),
      (#""secret": "s", "authenticationMethod": "none""#, "authenticationMethod: must be"),
      (#""authenticationMethod": "client_secret_basic""#, "authenticationMethod: must be"),
      (#""authenticationMethod": "private_key_jwt""#, "authenticationMethod: must be"),
      (#""authenticationMethod": "tls_client_auth""#, "authenticationMethod: must be"),
      (#""redirectURIs": ["/callback"]"#, "redirectURIs: must be absolute URIs"),
      (#""redirectURIs": ["https://c.example/#x"]"#, "redirectURIs: must be absolute URIs"),
      (#""redirectURIs": ["http://app.example/callback"]"#, "redirectURIs: must be absolute URIs"),
      (#""redirectURIs": ["JavaScript:alert(1)"]"#, "redirectURIs: must be absolute URIs"),
      (#""redirectURIs": ["https://c.example/a b"]"#, "redirectURIs: must be absolute URIs"),
      (#""postLogoutRedirectURIs": ["data:,x"]"#, "postLogoutRedirectURIs: must be absolute URIs"),
      (#""backChannelLogoutURI": "c.example""#, "backChannelLogoutURI: must be an https"),
      (#""backChannelLogoutSession": "yes""#, "backChannelLogoutSession: must be optional or"),
      (#""boundTokens": "REQUIRED""#, "boundTokens: must be optional or required"),
      (#""pushedRequests": true"#, "pushedRequests: must be a text"),
      (#""idTokenAlgorithm": "HS256""#, "idTokenAlgorithm: must be"),
      (#""authenticationAlgorithm": "none""#, "authenticationAlgorithm: must be"),
      (#""jwks": {"keys": []}"#, "jwks: must have a key"),
      (#""jwks": {"keys": "k"}"#, "jwks: "), (#""jwks": [\#(key)]"#, "jwks: must be an object"),
      (#""jwks": {"keys": [{"kty": "oct", "k": "AAAA"}]}"#, "jwks: The keys are not all public"),
      (#""jwks": {"keys": [{"kty": "EC", "crv": "P-256", "x": "AA"}]}"#, "jwks.keys[0]: is no"),
      (#""jwksURI": "keys.json""#, "jwksURI: must be an https"),
      (
        #""jwks": {"keys": [\#(key)]}, "jwksURI": "https://c.example/keys""#,
        "jwksURI: is for a client without jwks"
      ),
      (#""subjectType": "secret""#, "subjectType: must be public or pairwise"),
      (#""resources": [""]"#, "resources: must have no empty texts"),
      (#""defaultMaxAge": -1"#, "defaultMaxAge: must be a number from 0"),
      (#""accessTokenLifetime": 0"#, "accessTokenLifetime: must be a number of seconds"),
      (#""redirect_uris": []"#, "redirect_uris: is not a known member"),
    ])
  func refusedClient(_ members: String, _ reason: String) throws {
    try expect(#"{"clients": [{"id": "c", \#(members)}]}"#, "clients[0].\(reason)")
  }

  @Test(
    "an invalid member of the settings is refused with its path",
    arguments: [
      (#""deviceInterval": 0"#, "deviceInterval: must be a number from 1"),
      (#""passwordAttempts": "many""#, "passwordAttempts: must be a number from 1"),
      (#""proofNonces": "maybe""#, "proofNonces: must be unused or required"),
      (#""assertionAudiences": {}"#, "assertionAudiences.endpoints: knows token"),
      (
        #""assertionAudiences": {"endpoints": ["userinfo"], "because": "x"}"#,
        "assertionAudiences.endpoints: knows token"
      ),
      (
        #""assertionAudiences": {"endpoints": ["token"]}"#,
        "assertionAudiences.because: is missing"
      ),
      (#""registration": {}"#, "registration.access: is missing"),
      (#""registration": "open""#, "registration: must be an object"),
      (#""registration": {"access": "all"}"#, "registration.access: must be off or tokens or open"),
      (#""registration": {"access": "open"}"#, "registration.because: must say why"),
      (#""registration": {"access": "open", "because": ""}"#, "registration.because: must say"),
      (#""registration": {"access": "off", "because": "x"}"#, "registration.because: is for"),
      (#""registration": {"access": "tokens"}"#, "registration.tokens: must have one"),
      (
        #""registration": {"access": "off", "tokens": [{"token": "\#(token)", "expires": "2030-01-01T00:00:00Z"}]}"#,
        "registration.tokens: are for access by tokens"
      ),
      (
        #""registration": {"access": "tokens", "tokens": [{"token": "short", "expires": "2030-01-01T00:00:00Z"}]}"#,
        "registration.tokens[0].token: must be random"
      ),
      (
        #""registration": {"access": "tokens", "tokens": [{"token": "\#(token)", "expires": "2030"}]}"#,
        "registration.tokens[0].expires: must be a time"
      ),
      (
        #""registration": {"access": "tokens", "tokens": [{"token": "\#(token)", "uses": 0, "expires": "2030-01-01T00:00:00Z"}]}"#,
        "registration.tokens[0].uses: must be a number from 1"
      ),
      (
        #""registration": {"access": "off", "grantTypes": ["client_credentials"]}"#,
        "registration.grantTypes: knows authorization_code"
      ),
      (#""registration": {"access": "off", "scopes": ["a b"]}"#, "registration.scopes: must be"),
      (#""registration": {"access": "off", "redirectURIs": 0}"#, "registration.redirectURIs: must"),
    ])
  func refusedSettings(_ members: String, _ reason: String) throws {
    try expect(#"{"settings": {\#(members)}}"#, "settings.\(reason)")
  }

  // attack: V-16
  @Test(
    "duplicate and invalid entries are refused with their path and their line",
    arguments: [
      (
        "{\"clients\": [{\"id\": \"a\"},\n {\"id\": \"b\"},\n {\"name\": \"x\",\n  \"id\": \"a\"}]}",
        "clients[2].id: is that of another one in this file", 4
      ),
      (
        """
        {"users": [
          {"username": "Alice", "password": "wonderland"},
          {"password": "wonderland",
           "username": "alice"}]}
        """, "users[1].username: is that of another one in this file", 4
      ),
      (
        """
        {"users": [
          {"username": "a", "id": "1", "password": "wonderland"},
          {"username": "b", "id": "1", "password": "wonderland"}]}
        """, "users[1].id: is that of another one in this file", 3
      ),
      (
        "{\n\"clients\": [{\"id\": \"a\",\n\"redirectURIs\": [\"http://app.example/\"]}]}",
        "clients[0].redirectURIs: must be absolute URIs", 3
      ),
      ("{\n\n\"sers\": []}", "sers: is not a known member", 3),
      ("{\"clients\": [\n{\n\"name\": \"x\"}]}", "clients[0].id: is missing", 3),
    ])
  func lines(_ seed: String, _ reason: String, _ line: Int) throws {
    let error = #expect(throws: SeedError.self) { try Seed(parsing: Array(seed.utf8)) }
    let said = try #require(error)
    #expect(said.description.hasPrefix(reason), "\(said)")
    #expect(said.line == line)
  }

  private func expect(_ seed: String, _ reason: String) throws {
    let error = #expect(throws: SeedError.self) { try Seed(parsing: Array(seed.utf8)) }
    let said = try #require(error).description
    #expect(said.hasPrefix(reason), "\(said)")
    // A value that may be a secret is not repeated.
    #expect(!said.contains(Self.token) && !said.contains("short"))
  }
}
