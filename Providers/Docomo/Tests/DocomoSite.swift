// SPDX-License-Identifier: Apache-2.0

import CoatcheckDocomo
import CoatcheckDocomoTesting
import TestKit

/// A stand-in for docomo, and clients of it with the same clock.
struct DocomoSite {
  static let redirectURI = "http://127.0.0.1:49152/callback"

  let standIn: StandIn<DocomoService>

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
    in store: any TokenStore = MemoryTokenStore(), secret: Secret? = Secret("app secret"),
    id: String = "app", redirect: String = redirectURI,
    answering answer: ScriptedUserAgent.Answer = .allow, agent: (any UserAgent)? = nil,
    authentication: DocomoAuthentication = .basic, transport: any HTTPTransport = .platform
  ) throws -> Client {
    Client(
      of: try .docomo(authority: standIn.url, authentication: authentication), id: id,
      secret: secret, store: store, transport: transport
    ) {
      $0.redirect = .fixed(redirect)
      $0.userAgent = agent ?? person(answer)
      $0.environment = environment
    }
  }

  func person(_ answer: ScriptedUserAgent.Answer = .allow) -> ScriptedUserAgent {
    StandInUser.alice.agent(answer)
  }

  /// Somebody who is signed in with all scopes.
  func session(
    in store: any TokenStore = MemoryTokenStore(), storedAs name: String = "main"
  ) async throws -> Session {
    try await client(in: store).signIn(scopes: Scope.docomo, storedAs: name)
  }

  func photos(of session: Session) throws -> PhotoColle {
    try PhotoColle(session, at: standIn.url, environment: environment)
  }

  /// How often a path was asked.
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

/// A user agent that nobody should need.
struct NoUserAgent: UserAgent {
  func redirectURI() async throws -> String { throw OAuthError.misused("agent", "Nobody.") }

  func authorize(_ page: AuthorizationPage) async throws(OAuthError) -> String {
    throw .misused("agent", "Nobody.")
  }
}

/// A user agent that notes the address it is sent to, and answers by a rule.
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

/// The error that a body throws; nil, and a failure of the test, when it throws none.
func docomoFailure<Value, Failure: Error>(
  _: Failure.Type = OAuthError.self, _ location: SourceLocation = #_sourceLocation,
  of body: () async throws -> Value
) async -> Failure? {
  do {
    _ = try await body()
    Issue.record("Nothing was thrown.", sourceLocation: location)
  } catch let error as Failure {
    return error
  } catch {
    Issue.record("Thrown was \(error).", sourceLocation: location)
  }
  return nil
}
