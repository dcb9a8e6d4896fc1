// SPDX-License-Identifier: Apache-2.0
import History
import TestKit

/// One of several servers over one database, which a test ends and starts again while clients use it.
final class DaemonNode: VisitorTarget {
  /// The access tokens that came with refresh tokens, for all servers.
  final class AccessTokens: Sendable {
    private let tokens = Mutex<[String: String]>([:])

    subscript(_ refreshToken: String) -> String? {
      get { tokens.withLock { $0[refreshToken] } }
      set { tokens.withLock { $0[refreshToken] = newValue } }
    }
  }

  /// The window in which a used refresh token returns the same successor is longer than any restart here.
  private static let seed = Visitor.clients.replacing(
    "\"clients\"", with: "\"settings\": {\"grace\": 60}, \"clients\"")

  private let folder: Folder
  private let place: NodePlace
  private let daemon: Mutex<Daemon>
  private let alice: Visitor
  let accessTokens: AccessTokens

  /// Starts a server with a folder of its own.
  ///
  /// - Parameters:
  ///   - place: How it is started, and where.
  ///   - store: The database, in which a user signs in first.
  init(
    _ place: NodePlace, knownTo store: any IssuerStore & UserStore, _ accessTokens: AccessTokens
  ) async throws {
    folder = try Folder()
    self.place = place
    self.accessTokens = accessTokens
    let first = try await Daemon(
      in: folder, seed: Self.seed, place.options, within: place.network)
    let (origin, transport) = place.road(to: first)
    alice = try await Visitor.signedIn(
      at: origin, over: transport, knownTo: store, issuer: "https:")
    daemon = Mutex(first)
  }

  var visitor: Visitor {
    let (origin, transport) = place.road(to: daemon.withLock(\.self))
    return Visitor(origin, cookies: alice.browser.cookies, over: transport)
  }

  /// Its process.
  var child: ChildProcess { daemon.withLock(\.child) }

  /// Kills it, and starts another in its place.
  func crash() async throws {
    child.crash()
    let next = try await Daemon(in: folder, seed: Self.seed, place.options, within: place.network)
    daemon.withLock { $0 = next }
  }

  /// A fresh refresh token, which no workload knows.
  func token() async throws -> String { try await visitor.refreshToken() }

  /// The status of its response to a token request; 200 keeps the token that came.
  func status(refreshing token: inout String) async throws -> Int {
    let reply = try await visitor.refresh(token)
    if reply.status == 200, let next = reply["refresh_token"] { token = next }
    return reply.status
  }
}
