// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaS
import TestKit

/// The endpoints of a tenant that serve its keys and its time.
final class KeyServer: HTTPTransport {
  private struct State {
    var keys: [SigningKey] = []
    var isDown = false
    var date: Date?
    var requests: [String: Int] = [:]
  }

  private let state: Mutex<State>

  init(_ keys: [SigningKey]) { state = Mutex(State(keys: keys)) }

  var keys: [SigningKey] {
    get { state.withLock { $0.keys } }
    set { state.withLock { $0.keys = newValue } }
  }
  var isDown: Bool {
    get { state.withLock { $0.isDown } }
    set { state.withLock { $0.isDown = newValue } }
  }
  var date: Date? {
    get { state.withLock { $0.date } }
    set { state.withLock { $0.date = newValue } }
  }

  static let keysPath = "/api/v1/oauth2/keys"
  static let datePath = "/api/v2/sdk/server-date"

  func count(_ path: String) -> Int { state.withLock { $0.requests[path] ?? 0 } }

  func send(
    _ request: HTTPRequest, body: Data, limit: ResponseLimit
  ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
    let path = String((request.path ?? "").prefix { $0 != "?" })
    let state = state.withLock { state in
      state.requests[path, default: 0] += 1
      return state
    }
    guard !state.isDown else { throw .unreachable(.connectionFailed, "The network is down.") }
    let json: JSONObject
    switch path {
    case Self.keysPath:
      json = ["keys": .array(state.keys.map { .object($0.publicJWK.json) })]
    case Self.datePath:
      guard let date = state.date else {
        return (HTTPResponse(status: .notFound), Data())
      }
      json = ["server_date": .number(JSONNumber(Int(date.timeIntervalSince1970 * 1000)))]
    default: return (HTTPResponse(status: .notFound), Data())
    }
    let fields: HTTPFields = [.contentType: "application/json"]
    return (HTTPResponse(status: .ok, headerFields: fields), Data(json.serialized()))
  }
}

@Suite("The check of an ID token")
struct IDTokenTests {
  static let origin = "https://tenant.example"
  static let now = TestClock.start

  struct World {
    let key: SigningKey
    let server: KeyServer
    let clock = TestClock()
    let idaas: IDaaS

    init() throws {
      key = try #require(try TestKeys.signing().last)
      server = KeyServer([key])
      var configuration = try IDaaSConfiguration(domain: IDTokenTests.origin, clientID: "app")
      configuration.device = .fixed("d")
      idaas = try IDaaS(
        configuration, store: MemoryTokenStore(), transport: server,
        environment: clock.environment)
    }

    func token(
      _ changes: JSONObject = [:], type: String? = "JWT", by other: SigningKey? = nil
    ) throws -> Secret {
      var claims = IDTokenTests.claims
      for (name, value) in changes { claims[name] = value == .null ? nil : value }
      return Secret(try (other ?? key).sign(claims, type: type))
    }

    func code(of token: Secret) async -> String {
      do throws(IDTokenRefusal) {
        _ = try await idaas.verify(token)
        return "0"
      } catch {
        return error.code.rawValue
      }
    }
  }

  /// The claims of the document's sample.
  static let claims: JSONObject = [
    "iss": "https://tenant.example/api/v1/oauth2", "aud": "app", "sub": "u1", "id": "u1",
    "iat": 1_700_000_000, "nbf": 1_699_999_880, "exp": 1_700_000_300, "jti": "7iwCYPo8EYcmLAD18x",
    "name": "zhangrui1", "userName": "zhangrui1", "mobile": "+86-13808603636", "email": "",
  ]

  @Test("with a valid signature returns the user, and the number is 0")
  func good() async throws {
    let world = try World()
    let user = try await world.idaas.verify(world.token())
    #expect(user.id == "u1")
    #expect(user.name == "zhangrui1" && user.userName == "zhangrui1")
    #expect(user.mobile == "+86-13808603636")
    #expect(user.email == nil)
    #expect(user.expiresAt == Date(timeIntervalSince1970: 1_700_000_300))
    #expect(!"\(user)".contains("138"))
  }

  // The compiler does not return to the caller's actor when an error is thrown through a function that runs there.
  @Test("that fails returns to the caller's actor")
  func returnsToTheActor() async throws {
    let idaas = try World().idaas
    let forged = try World().token(by: SigningKey.generate(.rs256))
    #expect(await QueueActor().isHere(afterRefusalOf: forged, by: idaas) == true)
  }

  static let rows: [Case<(JSONObject, String)>] = [
    Case("expired", (["exp": 1_699_999_940], "106")),
    Case("within the leeway", (["exp": 1_699_999_941], "0")),
    Case("for another client", (["aud": "other"], "107")),
    Case("for this and another client", (["aud": ["app", "other"]], "107")),
    Case("for this client in a list", (["aud": ["app"]], "0")),
    Case("for no audience", (["aud": .null], "107")),
    Case("expired and for another client", (["exp": 1_600_000_000, "aud": "other"], "106")),
    Case("of another issuer", (["iss": "https://tenant.example"], "103")),
    Case("of no issuer", (["iss": .null], "103")),
    Case("of another issuer and expired", (["iss": "x", "exp": 1], "103")),
    Case("not valid yet", (["nbf": 1_700_000_061], "103")),
    Case("nearly valid", (["nbf": 1_700_000_060], "0")),
    Case("with a text as nbf", (["nbf": "now"], "103")),
    Case("without nbf", (["nbf": .null], "0")),
    Case("without exp", (["exp": .null], "103")),
    Case("of no subject", (["sub": .null], "103")),
    Case("of an empty subject", (["sub": ""], "103")),
    Case("without iat", (["iat": .null], "103")),
    Case("with a text as iat", (["iat": "now"], "103")),
  ]

  // attack: V-18
  @Test(
    "maps the faults of a genuine token to the document's numbers",
    arguments: rows)
  func claims(_ row: Case<(JSONObject, String)>) async throws {
    let world = try World()
    #expect(await world.code(of: try world.token(row.value.0)) == row.value.1)
  }

  @Test("may be signed with ES256, where the tenant publishes such a key")
  func elliptic() async throws {
    let world = try World()
    let key = try SigningKey.generate(.es256)
    world.server.keys = [key, world.key]
    #expect(await world.code(of: try world.token(by: key)) == "0")
    #expect(await world.code(of: try world.token()) == "0")
  }

  @Test("with another signature, algorithm, type or syntax fails with 103, whatever its claims are")
  func forged() async throws {
    let world = try World()
    let good = try world.token().reveal()
    let parts = good.split(separator: ".")
    let other = try SigningKey.generate(.rs256)
    let elliptic = try SigningKey.generate(.es384)
    world.server.keys = [world.key, elliptic]
    let forgeries: [(String, Secret)] = [
      ("another key", try world.token(["exp": 1], by: other)),
      ("another algorithm", try world.token(by: elliptic)),
      ("no signature", Secret("\(parts[0]).\(parts[1]).")),
      (
        "alg none",
        Secret("\(Base64URL.encode(Array(#"{"alg":"none"}"#.utf8))).\(parts[1]).")
      ),
      (
        "HS256",
        Secret("\(Base64URL.encode(Array(#"{"alg":"HS256"}"#.utf8))).\(parts[1]).\(parts[2])")
      ),
      (
        "critical",
        Secret(
          "\(Base64URL.encode(Array(#"{"alg":"RS256","crit":["x"],"x":1}"#.utf8)))."
            + "\(parts[1]).\(parts[2])")
      ),
      ("another kind", try world.token(type: "at+jwt")),
      ("no token", Secret("abc")),
      ("too long", Secret(String(repeating: "a", count: 20_000))),
    ]
    for (name, token) in forgeries {
      #expect(await world.code(of: token) == "103", Comment(rawValue: name))
    }
    #expect(await world.code(of: Secret(good)) == "0")
  }

  @Test("of an empty text fails with 1")
  func empty() async throws {
    let world = try World()
    #expect(await world.code(of: Secret("")) == "1")
    #expect(world.server.count(KeyServer.keysPath) == 0)
  }

  @Test("without the tenant's keys fails with 102 and the text of the network error")
  func noKeys() async throws {
    let world = try World()
    world.server.isDown = true
    let token = try world.token()
    do throws(IDTokenRefusal) {
      _ = try await world.idaas.verify(token)
      Issue.record("An unverified token was accepted.")
    } catch {
      #expect(error.code == .keysMissing)
      #expect(error.error.code == .connectionFailed)
    }
    world.server.isDown = false
    world.server.keys = []
    #expect(await world.code(of: token) == "102")
    world.server.keys = [world.key]
    world.clock.advance(by: .seconds(60))
    #expect(await world.code(of: try world.token()) == "0")
  }

  @Test("fetches the keys once an hour, once for all callers, and once a minute for an unknown key")
  func caching() async throws {
    let world = try World()
    let token = try world.token(["exp": 1_800_000_000])
    await withTaskGroup(of: String.self) { group in
      for _ in 0..<50 { group.addTask { await world.code(of: token) } }
      for await code in group { #expect(code == "0") }
    }
    #expect(world.server.count(KeyServer.keysPath) == 1)
    // The keys were rotated: the new one is fetched when its minute has come.
    let next = try SigningKey.generate(.rs256)
    world.server.keys = [next, world.key]
    let newer = try world.token(["exp": 1_800_000_000], by: next)
    #expect(await world.code(of: newer) == "103")
    #expect(world.server.count(KeyServer.keysPath) == 1)
    world.clock.advance(by: .seconds(61))
    for _ in 0..<3 { #expect(await world.code(of: newer) == "0") }
    #expect(world.server.count(KeyServer.keysPath) == 2)
    #expect(await world.code(of: token) == "0")
    // Invented key ids cause one request a minute.
    let invented = try world.token(by: try SigningKey.generate(.rs256))
    for _ in 0..<5 { #expect(await world.code(of: invented) == "103") }
    #expect(world.server.count(KeyServer.keysPath) == 2)
    world.clock.advance(by: .seconds(3601))
    #expect(await world.code(of: token) == "0")
    #expect(world.server.count(KeyServer.keysPath) == 3)
  }

  @Test("requests the tenant's time once an hour before it reports an expired token")
  func skew() async throws {
    let world = try World()
    let token = try world.token()
    // This machine is two hours fast.
    world.clock.advance(by: .seconds(7200))
    world.server.date = Self.now.addingTimeInterval(10)
    #expect(await world.code(of: token) == "0")
    #expect(await world.code(of: token) == "0")
    #expect(world.server.count(KeyServer.datePath) == 1)
    #expect(await world.code(of: try world.token(["exp": 1_699_999_000])) == "106")
    #expect(world.server.count(KeyServer.datePath) == 1)
  }
}

@Suite("The user in an ID token")
struct IDaaSUserTests {
  @Test("is read from a nested JSON text too, which adds claims and replaces none")
  func nested() {
    let user = IDaaSUser(claims: [
      "iss": "https://tenant.example/api/v1/oauth2", "sub": "subject", "exp": 1_700_000_300,
      "name": "outside",
      "api": .string(
        #"{"id":"u1","name":"inside","mobile":"+86-138","exp":1900000000,"iss":"x","nonce":"n"}"#),
    ])
    #expect(user.id == "u1")
    #expect(user.name == "outside")
    #expect(user.mobile == "+86-138")
    #expect(user.expiresAt == Date(timeIntervalSince1970: 1_700_000_300))
    #expect(user.issuer == "https://tenant.example/api/v1/oauth2")
    #expect(user.claims["nonce"] == nil)
  }

  @Test("is identified by the id, where all users have the same subject")
  func word() {
    #expect(IDaaSUser(claims: ["sub": "subject", "id": "u1"]).id == "u1")
    #expect(IDaaSUser(claims: ["sub": "u2", "id": "u1"]).id == "u2")
    #expect(IDaaSUser(claims: ["sub": "subject"]).id == "")
  }

  @Test("can be read without verification, to show a name")
  func unverified() throws {
    let other = try SigningKey.generate(.es256)
    let token = try other.sign(["sub": "u1", "name": "Zhang"])
    #expect(try IDaaSUser(unverified: Secret(token)).name == "Zhang")
    #expect(throws: OAuthError.self) { try IDaaSUser(unverified: Secret("x.y")) }
  }
}

extension QueueActor {
  fileprivate func isHere(afterRefusalOf token: Secret, by idaas: IDaaS) async -> Bool? {
    do {
      _ = try await idaas.verify(token)
      return nil
    } catch {
      return isHere
    }
  }
}
