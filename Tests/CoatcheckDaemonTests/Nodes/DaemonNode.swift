// SPDX-License-Identifier: Apache-2.0
import History
import TestKit

/// One of several servers over one database, which a test ends and starts again while clients use it.
final class DaemonNode: HistoryTarget {
  /// The access tokens that came with refresh tokens, for all servers.
  final class AccessTokens: Sendable {
    private let tokens = Mutex<[String: String]>([:])

    subscript(_ refreshToken: String) -> String? {
      get { tokens.withLock { $0[refreshToken] } }
      set { tokens.withLock { $0[refreshToken] = newValue } }
    }
  }

  /// The server gave no answer to the question: too many requests, or not now.
  private struct NoAnswer: Error { let status: Int }

  /// The window of a spent token is longer than any restart here.
  private static let seed = Visitor.clients.replacing(
    "\"clients\"", with: "\"settings\": {\"grace\": 60}, \"clients\"")

  private let folder: Folder
  private let options: [String]
  private let daemon: Mutex<Daemon>
  private let alice: Visitor
  private let accessTokens: AccessTokens

  /// Starts a server with a folder of its own.
  ///
  /// - Parameters:
  ///   - options: How it is started, with the database and the key file.
  ///   - store: The database, in which a user signs in first.
  init(
    _ options: [String], knownTo store: any IssuerStore & UserStore, _ accessTokens: AccessTokens
  ) async throws {
    folder = try Folder()
    self.options = options
    self.accessTokens = accessTokens
    let first = try await Daemon(in: folder, seed: Self.seed, options)
    alice = try await Visitor.signedIn(at: first, knownTo: store, issuer: "https:")
    daemon = Mutex(first)
  }

  private var visitor: Visitor { alice.visiting(daemon.withLock(\.self)) }

  /// Its process.
  var child: ChildProcess { daemon.withLock(\.child) }

  /// Kills it, and starts another in its place.
  func crash() async throws {
    child.crash()
    let next = try await Daemon(in: folder, seed: Self.seed, options)
    daemon.withLock { $0 = next }
  }

  func issueCode() async throws -> String {
    let code = try await visitor.code()
    guard !code.isEmpty else { throw NoAnswer(status: 0) }
    return code
  }

  func redeem(code: String) async throws -> RecordedCall.Outcome {
    try granted(await visitor.exchange(code))
  }

  func refresh(token: String) async throws -> RecordedCall.Outcome {
    try granted(await visitor.refresh(token))
  }

  private func granted(_ reply: Visitor.Reply) throws -> RecordedCall.Outcome {
    if reply.status == 200, let token = reply["refresh_token"] {
      accessTokens[token] = reply["access_token"]
      return .granted(token: token)
    }
    guard reply.status == 400, reply["error"] == "invalid_grant" else {
      throw NoAnswer(status: reply.status)
    }
    return .refused
  }

  func end(token: String) async throws -> RecordedCall.Outcome {
    let form: Parameters = ["token": token, "client_id": "app"]
    let reply = try await visitor.send(
      .post, "/revoke", [.contentType: "application/x-www-form-urlencoded"], form.encoded)
    guard reply.status == 200 else { throw NoAnswer(status: reply.status) }
    return .accepted
  }

  func use(token: String) async throws -> RecordedCall.Outcome {
    let bearer: HTTPFields = [.authorization: "Bearer \(accessTokens[token] ?? "")"]
    let reply = try await visitor.get("/userinfo", bearer)
    guard reply.status == 200 || reply.status == 401 else { throw NoAnswer(status: reply.status) }
    return reply.status == 200 ? .accepted : .refused
  }

  // What a key is good for once is not asked for over HTTP here.
  func once(key: String) async throws -> RecordedCall.Outcome { .refused }
  func attempt(key: String, limit: Int) async throws -> RecordedCall.Outcome { .refused }
}
