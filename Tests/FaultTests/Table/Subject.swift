// SPDX-License-Identifier: Apache-2.0
import TestKit

/// A session in this process, and the words of `docs/faults.md` for what an app observes.
final class Subject {
  let stage: Stage
  let clocks: Clocks
  let store: any TokenStore
  private let transport: AsyncHTTPTransport
  private(set) var session: Session
  private let first: Secret

  init(
    on stage: Stage, in store: any TokenStore,
    _ change: (inout StoredSession) throws -> Void = { _ in }
  ) async throws {
    self.stage = stage
    self.store = store
    let clocks = Clocks(server: stage.server.clock)
    self.clocks = clocks
    transport = AsyncHTTPTransport(environment: clocks.deadlines)
    var stored = try await stage.signIn(into: store, environment: clocks.environment)
    try change(&stored)
    try await store.save(stored)
    first = stored.accessToken
    session = Session(stored, store: store, transport: transport, environment: clocks.environment)
  }

  /// Restarts the program: the session is loaded from the store again.
  func restart() async throws {
    guard let stored = try await store.session(session.account) else {
      throw Unexpected("nothing is stored")
    }
    session = Session(stored, store: store, transport: transport, environment: clocks.environment)
  }

  /// Uses the session as an app does. Returns whether it succeeded, and with the first token or with
  /// another.
  func use() async -> String {
    do {
      // With shortened deadlines, a busy machine cannot send a request to the issuer in time.
      if clocks.isHasty {
        _ = try await session.accessToken()
      } else {
        _ = try await session.userInfo()
      }
      guard let newest = session.stored?.accessToken else { return "no token" }
      return newest.matches(first) ? "old token" : "new token"
    } catch {
      return Self.word(for: error)
    }
  }

  /// The status as a word.
  var status: String {
    switch session.status {
    case .active: "active"
    case .refreshing: "refreshing"
    case .stale: "stale"
    case .ended(let reason): "ended: \(reason.rawValue)"
    }
  }

  /// The content of the store for the session.
  func stored() async -> String {
    do throws(OAuthError) {
      return try await store.session(session.account) == nil ? "gone" : "kept"
    } catch {
      return error.code.rawValue
    }
  }

  /// Whether everything works again, including a refresh, or what remains to do.
  func afterwards() async throws -> String {
    do throws(OAuthError) {
      try await session.refresh()
      _ = try await session.userInfo()
    } catch {
      return error.code == .sessionEnded ? "sign in again" : Self.word(for: error)
    }
    guard let stored = try await store.session(session.account),
      try await stage.isAlive(stored)
    else { return "lost" }
    return "works"
  }

  /// The code of an error and its class.
  static func word(for error: OAuthError) -> String {
    "\(error.code.rawValue) (\(error.errorClass.name))"
  }
}
