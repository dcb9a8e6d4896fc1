// SPDX-License-Identifier: Apache-2.0
import TestKit

/// The real server on loopback with the user alice and her browser, and a folder for stores.
final class Stage: Sendable {
  static let scopes: [Scope] = [.openID, .profile, .offlineAccess]

  let server: TestServer
  let folder: Folder
  let agent: ScriptedUserAgent

  private init(server: TestServer, folder: Folder) {
    self.server = server
    self.folder = folder
    agent = TestUser.alice.agent()
  }

  /// Starts a server whose clock is stopped at this time.
  static func start(at moment: Date = TestClock.start) async throws -> Stage {
    Stage(server: try await TestServer.start(clock: TestClock(at: moment)), folder: try Folder())
  }

  /// The path of a store in its own folder.
  func path(_ name: String = "store") -> String { "\(folder.path)/\(name)" }

  /// Signs alice in, in this process.
  func signIn(
    into store: any TokenStore, environment: RuntimeEnvironment? = nil,
    scopes: [Scope] = Stage.scopes, storedAs name: String = "main"
  ) async throws -> StoredSession {
    let environment = environment ?? server.environment
    let provider = try await Provider.discover(
      server.issuer, transport: Transports.system, environment: environment)
    let client = Client(of: provider, id: "app", store: store, transport: Transports.system) {
      $0.userAgent = agent
      $0.environment = environment
    }
    let session = try await client.signIn(scopes: scopes, storedAs: name)
    guard let stored = session.stored else { throw Unexpected("the session is over at once") }
    return stored
  }

  /// Starts a worker on a store of this kind, with the server's clock.
  func worker(
    on kind: String = "file", in place: String, variables: [String: String] = [:],
    within network: OwnNetwork? = nil
  ) async throws -> Program {
    let command =
      (network?.entering ?? [])
      + [BuiltProgram.path("SessionWorker"), kind, place, server.issuer]
    let worker = try Program(command[0], Array(command.dropFirst()), variables: variables)
    _ = await worker.ask(now)
    return worker
  }

  /// The command that sets a worker's clock to the server's.
  var now: String { "now \(server.clock.now.timeIntervalSince1970)" }

  /// The response of a worker that returns the token of this session.
  static func answer(_ session: StoredSession) -> String {
    "token \(session.generation) \(TokenDigest(of: session.accessToken).hex)"
  }

  /// Whether the server accepts an access token.
  func accepts(_ session: StoredSession) async throws -> Bool {
    guard let endpoint = session.userInfoEndpoint else { throw Unexpected("no userinfo") }
    do throws(OAuthError) {
      _ = try await Transports.system.perform(
        UserInfoExchange(
          endpoint: endpoint, accessToken: session.accessToken, subject: session.account.subject),
        environment: server.environment)
      return true
    } catch  where error.code == .invalidToken {
      return false
    }
  }

  /// The family of the session, as the server stores it.
  func family(of session: StoredSession) async throws -> RefreshFamily? {
    guard let token = session.refreshToken else { return nil }
    return try await server.store.refresh(TokenDigest(of: token))?.family
  }

  /// Whether the session's family is not revoked, so that the server can accept its refresh token.
  func isAlive(_ session: StoredSession) async throws -> Bool {
    guard let family = try await family(of: session) else { return false }
    return family.revokedAt == nil
  }
}
