// SPDX-License-Identifier: Apache-2.0
import CoatcheckNXOAuth2Client
import CoatcheckNXOAuth2ClientTesting
import TestKit

@Suite("An error of NXOAuth2Client", .timeLimit(.minutes(10)))
struct NXErrorCodeTests {
  static let table: [(OAuthError, NXErrorCode.Domain, Int)] = [
    (.refused(.invalidRequest, ""), .oauth, -1001),
    (.refused(.invalidClient, "", status: 401), .oauth, -1002),
    (.refused(.unauthorizedClient, ""), .oauth, -1003),
    (.refused(.redirectURIMismatch, ""), .oauth, -1004),
    (.refused(.accessDenied, ""), .oauth, -1005),
    (.refused(.unsupportedResponseType, ""), .oauth, -1006),
    (.refused(.invalidScope, ""), .oauth, -1007),
    (.ended(.refused), .oauth, -2001),
    (.ended(.refused, cause: .refused(.invalidGrant, "", status: 400)), .oauth, -2001),
    (.refused(.interactionRequired, ""), .oauth, -2001),
    (.unreadable(.callbackMalformed, ""), .oauth, 0),
    (.refused(.invalidGrant, "", status: 400), .http, 400),
    (.refused(.unsupportedGrantType, "", status: 400), .http, 400),
    (.refused(.invalidToken, "", status: 401), .http, 401),
    (.unreachable(.serverUnavailable, "", status: 503), .http, 503),
    (.unreachable(.timedOut, ""), .url, -1001),
    (.unreachable(.connectionFailed, ""), .url, -1004),
    (.unreachable(.cancelled, ""), .url, -999),
    (.unreachable(.userCancelled, ""), .url, -1012),
    (.unreachable(.serverUnavailable, ""), .url, -1011),
    (.unreadable(.replyMalformed, ""), .url, -1017),
    (.unreadable(.certificateMismatch, ""), .url, -1202),
    (.ended(.expired), .oauth, -2001),
  ]

  struct Failure: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The address, from the port of a server without TLS.
    let site: @Sendable (Int) -> String
    let code: Int
  }

  static let allFailures: [Failure] = [
    // A label has at most 63 characters (RFC 1035 §2.3.4), so this name cannot exist.
    Failure(
      testDescription: "cannot find host",
      site: { _ in "https://\(String(repeating: "a", count: 64)).example" }, code: -1003),
    // No TCP connection goes to the broadcast address.
    Failure(
      testDescription: "not connected to the Internet", site: { _ in "https://255.255.255.255" },
      code: -1009),
    Failure(
      testDescription: "cannot connect to host", site: { _ in "https://127.0.0.1:1" }, code: -1004),
    Failure(
      testDescription: "secure connection failed", site: { "https://127.0.0.1:\($0)" },
      code: -1200),
  ]

  @Test("of the network has the system's number", arguments: allFailures)
  func network(_ kind: Failure) async throws {
    let standIn = try await StandIn.start(NXService())
    let site = kind.site(standIn.port)
    let provider = try Provider.nx(
      authorizationEndpoint: "\(site)/oauth2/authenticate", tokenEndpoint: "\(site)/oauth2/token")
    let client = Client(of: provider, id: "app", store: MemoryTokenStore())
    let error = await failure { try await client.signIn(using: .alice()) }
    #expect(error?.nxCode == NXErrorCode(.url, kind.code), "\(String(describing: error))")
    await standIn.stop()
  }

  @Test("of an address that is not secure has the system's number")
  func insecure() async throws {
    let error = await failure {
      try Provider.nx(
        authorizationEndpoint: "https://myHost/a", tokenEndpoint: "http://myHost/oauth2/token")
    }
    #expect(error?.nxCode == NXErrorCode(.url, -1022))
  }

  @Test("has the same number as in the old library")
  func numbers() {
    for (error, domain, code) in Self.table {
      #expect(error.nxCode == NXErrorCode(domain, code), "\(error)")
    }
    #expect(NXErrorCode.Domain.oauth.rawValue == "NXOAuth2ErrorDomain")
    #expect(NXErrorCode.Domain.http.rawValue == "NXOAuth2HTTPErrorDomain")
    #expect(NXErrorCode.Domain.url.rawValue == "NSURLErrorDomain")
  }

  static let words = [
    ("invalid_request", -1001), ("invalid_client", -1002), ("unauthorized_client", -1003),
    ("redirect_uri_mismatch", -1004), ("access_denied", -1005),
    ("unsupported_response_type", -1006), ("invalid_scope", -1007),
  ]

  @Test(
    "with each error code of the specification reaches the delegate by its number",
    arguments: words)
  @MainActor
  func told(_ word: String, _ code: Int) async throws {
    let world = try await NXWorld()
    let recorder = NXRecorder()
    let client = CallbackClient(world.client(), storedAs: "main", delegate: recorder)
    let url = try client.authorizationURL(redirectURI: "x-myapp://oauth2")
    let state = try #require(Parameters(decoding: url.query(percentEncoded: true) ?? "")["state"])
    #expect(client.handleRedirect("x-myapp://oauth2?error=\(word)&state=\(state)"))
    _ = try await recorder.all(1)
    #expect(recorder.errors.map(\.nxCode) == [NXErrorCode(.oauth, code)])
    // The same error code in a response of the token endpoint.
    world.standIn.answer("/oauth2/token", with: .standIn(.badRequest, error: word))
    client.authenticate(username: "alice", password: Secret("wonderland"))
    _ = try await recorder.all(2)
    #expect(recorder.errors.map(\.nxCode.code) == [code, code])
    #expect(recorder.errors.last?.nxCode.domain == .oauth)
  }

  @Test("is read from the redirect and from the token endpoint")
  func fromTheService() async throws {
    let world = try await NXWorld()
    let denied = await failure {
      try await Client(
        of: world.provider, id: "app", secret: Secret("app secret"), store: world.store,
        transport: Transports.system
      ) {
        $0.redirect = .fixed("x-myapp://oauth2")
        $0.userAgent = world.browser(.alice, .deny)
        $0.environment = world.environment
      }.signIn(scopes: ["read"])
    }
    #expect(denied?.nxCode == NXErrorCode(.oauth, -1005))
    let scope = await failure { try await world.client().signIn(scopes: ["forbidden"]) }
    #expect(scope?.nxCode == NXErrorCode(.oauth, -1007))
    let secret = await failure { try await world.session(world.client(secret: Secret("wrong"))) }
    #expect(secret?.nxCode == NXErrorCode(.oauth, -1002))
    let password = await failure {
      try await world.client().signIn(using: .password(username: "alice", password: Secret("no")))
    }
    #expect(password?.code == .invalidGrant && password?.nxCode == NXErrorCode(.http, 400))
    // No server listens on port 1. On the port of a stopped one another test's server may listen.
    let absent = try Provider.nx(
      authorizationEndpoint: "http://127.0.0.1:1/authenticate",
      tokenEndpoint: "http://127.0.0.1:1/token", name: "nx", options: NXOptions())
    let client = Client(
      of: absent, id: "app", secret: Secret("app secret"), store: world.store,
      transport: Transports.system
    ) { $0.environment = world.environment }
    #expect(await failure { try await world.session(client) }?.nxCode == NXErrorCode(.url, -1004))
  }
}
