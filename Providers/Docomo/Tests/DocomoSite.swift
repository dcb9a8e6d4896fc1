// SPDX-License-Identifier: Apache-2.0

import CoatcheckDocomo
import CoatcheckDocomoTesting
import TestKit

/// A stand-in for docomo, and clients of it with the same clock.
struct DocomoSite {
  static let redirectURI = "http://127.0.0.1:49152/callback"

  let standIn: StandIn<DocomoService>
  let store = MemoryTokenStore()

  /// A stand-in, and alice's session with all scopes in its store.
  static func signedIn(
    _ rules: DocomoRules = DocomoRules()
  ) async throws -> (site: DocomoSite, session: Session) {
    let site = try await DocomoSite(rules)
    return (site, try await site.session())
  }

  init(_ rules: DocomoRules = DocomoRules(), secret: String = "app secret") async throws {
    standIn = try await StandIn.start(DocomoService(clientSecret: Secret(secret), rules: rules))
  }

  var clock: TestClock { standIn.clock }

  /// Both clocks are the stand-in's, and nothing waits.
  var environment: RuntimeEnvironment { clock.environment }

  var provider: Provider {
    get throws { try .docomo(authority: standIn.url) }
  }

  func client(
    in store: (any TokenStore)? = nil, secret: Secret? = Secret("app secret"),
    id: String = "app", redirect: String = redirectURI,
    answering answer: ScriptedUserAgent.Answer = .allow, agent: (any UserAgent)? = nil,
    authentication: DocomoAuthentication = .basic, transport: any HTTPTransport = .platform
  ) throws -> Client {
    Client(
      of: try .docomo(authority: standIn.url, authentication: authentication), id: id,
      secret: secret, store: store ?? self.store, transport: transport
    ) {
      $0.redirect = .fixed(redirect)
      $0.userAgent = agent ?? browser(answer)
      $0.environment = environment
    }
  }

  func browser(_ answer: ScriptedUserAgent.Answer = .allow) -> ScriptedUserAgent {
    StandInUser.alice.agent(answer)
  }

  /// Alice's session, with all scopes.
  func session(
    in store: (any TokenStore)? = nil, storedAs name: String = "main"
  ) async throws -> Session {
    try await client(in: store).signIn(scopes: Scope.docomo, storedAs: name)
  }

  func photos(of session: Session) throws -> PhotoColle {
    try PhotoColle(session, at: standIn.url, environment: environment)
  }

  /// The error of a request for the capacity.
  func capacityFailure(
    _ session: Session, _ location: SourceLocation = #_sourceLocation
  ) async -> PhotoColleError? {
    await failure(PhotoColleError.self, location) { try await photos(of: session).capacity() }
  }

  /// How many requests a path has received.
  func count(_ path: String) -> Int { standIn.received(path).count }

  var signIns: Int { standIn.received(Self.authorization).count { $0.head.method == .get } }

  /// The parameters of the newest token request.
  var tokenForm: Parameters {
    get throws { try Parameters(bytes: #require(standIn.received(Self.token).last).body) }
  }

  static let authorization = "/cgi11d/authorization"
  static let token = "/cgi12/token"
  static let capacity = "/file_a2/1.0/docomo/capacity"
}

/// A user agent that must not be used.
struct NoUserAgent: UserAgent {
  func redirectURI() async throws -> String {
    throw OAuthError.misused("agent", "No user agent is expected.")
  }

  func authorize(_ page: AuthorizationPage) async throws(OAuthError) -> String {
    throw .misused("agent", "No user agent is expected.")
  }
}

/// A user agent that records the address and returns a callback made from it.
final class NotingAgent: UserAgent {
  private let urls = Mutex<[URL]>([])
  private let answer: @Sendable (Parameters) throws(OAuthError) -> String

  init(_ answer: @escaping @Sendable (Parameters) throws(OAuthError) -> String) {
    self.answer = answer
  }

  /// The parameters of the newest authorization request.
  var request: Parameters {
    (try? Parameters(decoding: urls.withLock { $0.last }?.query(percentEncoded: true) ?? "")) ?? [:]
  }

  var count: Int { urls.withLock { $0.count } }

  func redirectURI() async throws -> String { DocomoSite.redirectURI }

  func authorize(_ page: AuthorizationPage) async throws(OAuthError) -> String {
    let url = page.url
    urls.withLock { $0.append(url) }
    return try answer(request)
  }
}
