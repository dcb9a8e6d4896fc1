// SPDX-License-Identifier: Apache-2.0
import History
import TestKit

/// Several servers over one database behind nginx, which gives every request to the next of them.
final class ProxiedNodes: VisitorTarget, PagesTarget {
  /// Nothing is limited: all clients have one address.
  private static let seed = """
    {
      "users": [{"username": "alice", "password": "\(Visitor.password)"}],
      "clients": [
        {"id": "app", "redirectURIs": ["http://127.0.0.1/callback"], "consent": "implied",
          "grantTypes": ["authorization_code", "refresh_token", "\(deviceGrant)"],
          "scopes": ["openid", "profile", "offline_access"]}
      ],
      "settings": {
        "grace": 60, "passwordAttempts": 1000000, "passwordAttemptsFromAnywhere": 1000000,
        "passwordAttemptsFromAddress": 1000000, "codeAttempts": 1000000, "userCodeAttempts": 1000000,
        "deviceRequests": 1000000, "pushedRequests": 1000000, "keptPushedRequests": 1000000,
        "registration": {"access": "open", "because": "only this test reaches it", "attempts": 1000000}
      }
    }
    """
  static let deviceGrant = "urn:ietf:params:oauth:grant-type:device_code"

  let visitor: Visitor
  let accessTokens = DaemonNode.AccessTokens()
  /// Responses with a status of 500 or more, and connections that broke.
  let failures: FailureList
  private let daemons: [Daemon]
  private let proxy: ReverseProxy
  let store: PostgreSQLStore
  private let sessions = Mutex(0)

  init(_ count: Int, over database: String, in folder: Folder) async throws {
    let options = [
      "--issuer", "https://login.example", "--trusted-proxy", "127.0.0.1", "--database", database,
      "--key-file", folder.path + "/master.key", "--set", "passwordQueue=1000",
    ]
    var daemons: [Daemon] = []
    for _ in 0..<count { daemons.append(try await Daemon(in: folder, seed: Self.seed, options)) }
    self.daemons = daemons
    proxy = try await ReverseProxy(.nginx, before: daemons.map(\.port))
    failures = FailureList(to: proxy.port)
    store = try await PostgreSQLStore(database)
    visitor = try await Visitor.signedIn(
      at: "http://127.0.0.1:\(proxy.port)", over: failures, knownTo: store, issuer: "https:")
  }

  /// Whether the next session is one of those that begin with a password: hashing it takes long.
  func isPasswordDue() -> Bool {
    sessions.withLock { count in
      count += 1
      return count % 8 == 1
    }
  }

  func stop() async {
    proxy.stop()
    for daemon in daemons { daemon.stop() }
    await store.close()
  }
}

/// A transport with a connection for each request, which notes what failed.
final class FailureList: HTTPTransport {
  private let inner: AddressedTransport
  private let list = Mutex<[String]>([])

  init(to port: Int) { inner = AddressedTransport(from: "127.0.0.1", to: port) }

  /// What was noted.
  var all: [String] { list.withLock(\.self) }

  func send(
    _ request: HTTPRequest, body: Data, limit: ResponseLimit
  ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
    let place = request.path?.prefix { $0 != "?" } ?? ""
    do throws(OAuthError) {
      let reply = try await inner.send(request, body: body, limit: limit)
      if reply.head.status.code >= 500 { note("\(place) \(reply.head.status.code)") }
      return reply
    } catch {
      note("\(place) \(error)")
      throw error
    }
  }

  private func note(_ text: String) { list.withLock { $0.append(text) } }
}
