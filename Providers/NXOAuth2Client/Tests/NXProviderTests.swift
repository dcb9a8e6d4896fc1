// SPDX-License-Identifier: Apache-2.0
import CoatcheckNXOAuth2Client
import CoatcheckNXOAuth2ClientTesting
import TestKit

@Suite("A service in the manner of NXOAuth2Client", .timeLimit(.minutes(10)))
struct NXProviderTests {
  static let reserved = [
    "grant_type", "client_id", "client_secret", "username", "password", "redirect_uri", "code",
    "assertion_type", "assertion", "refresh_token", "scope", "state", "response_type",
  ]

  @Test("refuses additional parameters with a reserved name, and names it", arguments: reserved)
  func reservedNames(_ name: String) async throws {
    for step in GrantStep.allCases {
      var options = NXOptions()
      options.parameters = [step: Parameters([("display", "touch"), (name, "x")])]
      let error = await failure {
        try Provider.nx(
          authorizationEndpoint: "https://myHost/oauth2/authenticate",
          tokenEndpoint: "https://myHost/oauth2/token", options: options)
      }
      #expect(error?.outcome == .misused)
      #expect(error?.parameter == name)
    }
  }

  struct Mistake: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let parameter: String
    var authorize = "https://myHost/oauth2/authenticate"
    var token = "https://myHost/oauth2/token"
    var options = NXOptions()
  }

  static let allMistakes: [Mistake] = {
    var line = Mistake(testDescription: "a line break in a field", parameter: "fields")
    line.options.tokenFields = ["X-A": "a\r\nX-B: b"]
    var name = Mistake(testDescription: "a space in the name of a field", parameter: "fields")
    name.options.fields = ["X A": "a"]
    var tries = Mistake(testDescription: "no attempt at all", parameter: "refreshTries")
    tries.options.refreshTries = 0
    return [
      line, name, tries,
      Mistake(
        testDescription: "plain http", parameter: "endpoint", token: "http://myHost/oauth2/token"),
      Mistake(testDescription: "no address", parameter: "endpoint", authorize: "authenticate"),
    ]
  }()

  @Test("is refused before any request if an option is invalid", arguments: allMistakes)
  func mistakes(_ mistake: Mistake) async throws {
    let error = await failure {
      try Provider.nx(
        authorizationEndpoint: mistake.authorize, tokenEndpoint: mistake.token,
        options: mistake.options)
    }
    #expect(error?.outcome == .misused)
    #expect(error?.parameter == mistake.parameter)
  }

  @Test("reads scopes from an array", arguments: [true, false])
  func scopeArray(_ isArray: Bool) async throws {
    var manner = NXBehaviour()
    manner.scopeIsArray = isArray
    let world = try await NXWorld(manner)
    let session = try await world.session(scopes: ["read", "write"])
    #expect(session.stored?.scopes == ["read", "write"])
    #expect(try world.newestForm()["scope"] == "read write")
  }

  @Test(
    "uses the token type OAuth for a response without one, and the server's type otherwise")
  func tokenType() async throws {
    for (said, field) in [(nil, "OAuth "), ("bearer", "Bearer "), ("MAC-less", "MAC-less ")] {
      var manner = NXBehaviour()
      manner.tokenType = said
      let world = try await NXWorld(manner)
      let session = try await world.session()
      #expect(try await session.data(for: world.request("/me")).0.status == .ok)
      let sent = world.standIn.received("/me").last?.head.headerFields[.authorization]
      #expect(sent?.hasPrefix(field) == true, "\(said ?? "nothing")")
      await world.standIn.stop()
    }
    // The standard dialect has no default token type.
    #expect(Dialect.standard.defaultTokenType == nil)
    var options = NXOptions()
    options.defaultTokenType = "Bearer"
    let world = try await NXWorld(options: options)
    #expect(try await world.session().stored?.tokenType == "Bearer")
  }

  static let allPlacements: [TokenParameters] = [.form, .queryOfGET, .multipart]

  @Test("sends every token request in the same form, a refresh as well", arguments: allPlacements)
  func placements(_ placement: TokenParameters) async throws {
    var manner = NXBehaviour()
    manner.readsMultipart = placement == .multipart
    manner.readsQueries = placement == .queryOfGET
    var options = NXOptions()
    options.tokenParameters = placement
    options.tokenFields = ["X-App": "7"]
    options.fields = ["User-Agent": "MyApp/1"]
    let (world, session) = try await NXWorld.signedIn(manner, options: options)
    try await session.refresh()
    _ = try await world.client().signIn(scopes: ["read"], storedAs: "browser")
    _ = try await world.client().signIn(using: .grant(.clientCredentials), storedAs: "own")
    let requests = world.standIn.received("/oauth2/token")
    #expect(requests.count == 4)
    for request in requests {
      let type = request.head.headerFields[.contentType]
      switch placement {
      case .queryOfGET:
        #expect(request.head.method == .get && request.body.isEmpty)
        #expect(request.query.contains("client_secret="))
      case .multipart:
        #expect(type?.hasPrefix("multipart/form-data; boundary=") == true)
        #expect(request.query.isEmpty)
      default: #expect(type == "application/x-www-form-urlencoded" && request.query.isEmpty)
      }
      #expect(request.head.headerFields[.init("X-App")!] == "7")
      #expect(request.head.headerFields[.userAgent] == "MyApp/1")
      #expect(request.head.headerFields[.accept] == "application/json")
    }
    _ = try await session.data(for: world.request("/me"))
    let resource = try #require(world.standIn.received("/me").last)
    #expect(resource.head.headerFields[.init("X-App")!] == nil)
    #expect(resource.head.headerFields[.userAgent] == "MyApp/1")
  }

  @Test("sends the client's secret where the service reads it, in a refresh as well")
  func clientAuthentication() async throws {
    for way in [NXOptions.ClientAuthentication.body, .basic] {
      var manner = NXBehaviour()
      manner.readsSecretInBody = way == .body
      var options = NXOptions()
      options.clientAuthentication = way
      let world = try await NXWorld(manner, options: options)
      try await world.session().refresh()
      for request in world.standIn.received("/oauth2/token") {
        let form = try Parameters(bytes: request.body)
        #expect((form["client_secret"] == "app secret") == (way == .body))
        #expect((form["client_id"] == "app") == (way == .body))
        let field = request.head.headerFields[.authorization]
        #expect((field == "Basic YXBwOmFwcCtzZWNyZXQ=") == (way == .basic))
      }
      await world.standIn.stop()
    }
  }

  @Test("adds parameters to their steps")
  func parametersOfSteps() async throws {
    var options = NXOptions()
    options.parameters = NXOptions.additional(["display": "touch"])
    let world = try await NXWorld(options: options)
    _ = try await world.client().signIn(scopes: ["read"], storedAs: "browser")
    #expect(
      world.standIn.received("/oauth2/authenticate").allSatisfy {
        $0.query.contains("display=touch")
      })
    #expect(try world.newestForm()["display"] == "touch")
    let session = try await world.session()
    #expect(try world.newestForm()["display"] == "touch")
    try await session.refresh()
    #expect(try world.newestForm()["display"] == nil)
    _ = try await world.client().signIn(using: .grant(.clientCredentials), storedAs: "own")
    #expect(try world.newestForm()["display"] == nil)
  }

  @Test("reads responses that are forms, and error responses as well")
  func formReplies() async throws {
    var manner = NXBehaviour()
    manner.repliesInForms = true
    manner.subjectMember = "user_id"
    var options = NXOptions()
    options.fields = ["Accept": "*/*"]
    options.subjectMember = "user_id"
    let world = try await NXWorld(manner, options: options)
    let session = try await world.session(scopes: ["read", "write"])
    #expect(session.account.subject == "u-alice")
    #expect(session.stored?.scopes == ["read", "write"])
    #expect(session.remaining == .seconds(3600))
    let error = await failure {
      try await world.client().signIn(using: .password(username: "alice", password: Secret("no")))
    }
    #expect(error?.code == .invalidGrant)
  }

  @Test("keeps the other members of a token response")
  func rawReply() async throws {
    var manner = NXBehaviour()
    manner.subjectMember = "user_id"
    let world = try await NXWorld(manner)
    #expect(try await world.session().stored?.extra["user_id"]?.stringValue == "u-alice")
  }

  @Test("can omit the code challenge for a service that refuses it")
  func withoutProofKey() async throws {
    var manner = NXBehaviour()
    manner.refusesUnknown = true
    let strict = try await NXWorld(manner)
    let error = await failure { try await strict.client().signIn(scopes: ["read"]) }
    #expect(error?.nxCode == NXErrorCode(.oauth, -1001))
    var options = NXOptions()
    options.proofKey = .without(because: "The service refuses parameters it does not know.")
    let world = try await NXWorld(manner, options: options)
    _ = try await world.client().signIn(scopes: ["read"])
  }
}
