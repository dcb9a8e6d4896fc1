// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import CoatcheckIDaaS
import CoatcheckOAuth
import Foundation
import Synchronization

/// One session of an issuer in a store, and the commands for it.
final class Worker: Sendable {
  private let store: any TokenStore
  private let issuer: String
  private let clock = Mutex<Date?>(nil)
  private let opened = Mutex<Session?>(nil)

  init(store: any TokenStore, issuer: String) {
    self.store = store
    self.issuer = issuer
  }

  func answer(_ line: String) async -> String {
    let words = line.split(separator: " ")
    do {
      switch words.first {
      case "now":
        guard words.count == 2, let seconds = Double(words[1]) else { return "error usage" }
        clock.withLock { $0 = Date(timeIntervalSince1970: seconds) }
        return "ok"
      case "token":
        guard let session = try await session() else { return "none" }
        return Self.answer(try await session.accessToken(), of: session)
      case "tokens": return try await tokens()
      case "refresh":
        guard let session = try await session() else { return "none" }
        try await session.refresh()
        return Self.answer(try await session.accessToken(), of: session)
      case "load":
        guard let stored = try await stored() else { return "none" }
        return Self.answer(stored.generation, stored.accessToken)
      case "status":
        guard let session = try await session() else { return "none" }
        return Self.word(for: session.status)
      case "sign-in":
        let session = try await signedIn()
        return Self.answer(try await session.accessToken(), of: session)
      case "begin":
        guard words.count == 2, let flow = WaitingFlow(rawValue: String(words[1])) else {
          return "error usage"
        }
        return "open \(try await begin(flow).absoluteString)"
      case "resume":
        guard words.count == 3, let flow = WaitingFlow(rawValue: String(words[1])),
          let url = URL(string: String(words[2]))
        else { return "error usage" }
        guard let session = try await resume(flow, with: url) else { return "none" }
        opened.withLock { $0 = session }
        return Self.answer(try await session.accessToken(), of: session)
      case "sign-out":
        guard let session = try await session() else { return "none" }
        let steps = await session.signOut().steps.map { step, outcome in
          "\(step.rawValue)=\(Self.word(for: outcome))"
        }
        opened.withLock { $0 = nil }
        return (["signed-out"] + steps).joined(separator: " ")
      default: return "error usage"
      }
    } catch {
      return "error " + Self.word(for: error)
    }
  }

  /// The session, which is loaded from the store at the first call.
  private func session() async throws -> Session? {
    if let session = opened.withLock({ $0 }) { return session }
    guard let stored = try await stored() else { return nil }
    let session = Session(
      stored, store: store, transport: Transports.system, environment: environment)
    opened.withLock { $0 = session }
    return session
  }

  private func stored() async throws -> StoredSession? {
    try await store.sessions().first { $0.account.issuer == issuer }
  }

  /// Asks for a token of every session at the same time.
  private func tokens() async throws -> String {
    let (store, environment) = (store, environment)
    let stored = try await store.sessions().filter { $0.account.issuer == issuer }
    let tokens = try await withThrowingTaskGroup(of: String.self) { group in
      for session in stored {
        group.addTask {
          try await Session(
            session, store: store, transport: Transports.system, environment: environment
          ).accessToken().reveal()
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let all = tokens.sorted().joined(separator: " ")
    return "tokens \(tokens.count) \(Fingerprint.hex(of: Array(all.utf8)))"
  }

  private static let scopes: [Scope] = [.openID, .profile, .offlineAccess]

  private func client() async throws -> Client {
    let provider = try await Provider.discover(
      issuer, transport: Transports.system, environment: environment)
    return Client(of: provider, id: "app", store: store, transport: Transports.system) {
      $0.userAgent = DistantBrowser()
      $0.redirect = .fixed(DistantBrowser.redirectURI)
      $0.environment = environment
    }
  }

  private func begin(_ flow: WaitingFlow) async throws -> URL {
    guard flow == .idaas else { return try await flow.begin(client(), Self.scopes) }
    return try await idaas().beginSignIn(
      redirectURI: DistantBrowser.redirectURI, storedAs: "main")
  }

  private func resume(_ flow: WaitingFlow, with callback: URL) async throws -> Session? {
    guard flow == .idaas else { return try await flow.resume(client(), with: callback) }
    return try await idaas().resume(with: callback)?.session
  }

  /// A client of the tenant at the issuer's address.
  private func idaas() throws -> IDaaS {
    try IDaaS(
      IDaaSConfiguration(domain: issuer, clientID: "app"), store: store,
      transport: Transports.system, environment: environment)
  }

  private func signedIn() async throws -> Session {
    let session = try await client().signIn(scopes: Self.scopes, storedAs: "main")
    opened.withLock { $0 = session }
    return session
  }

  private var environment: CoatcheckOAuth.RuntimeEnvironment {
    var environment = CoatcheckOAuth.RuntimeEnvironment.live
    let live = environment.now
    environment.now = { self.clock.withLock { $0 } ?? live() }
    return environment
  }

  private static func answer(_ token: Secret, of session: Session) -> String {
    answer(session.stored?.generation ?? 0, token)
  }

  private static func answer(_ generation: Int, _ token: Secret) -> String {
    "token \(generation) \(Fingerprint.hex(of: Array(token.reveal().utf8)))"
  }

  private static func word(for outcome: SignOutReport.Outcome) -> String {
    switch outcome {
    case .done: "done"
    case .skipped: "skipped"
    case .failed(let error): error.code.rawValue
    }
  }

  private static func word(for status: SessionStatus) -> String {
    switch status {
    case .active: "active"
    case .refreshing: "refreshing"
    case .stale: "stale"
    case .ended(let reason): "ended: \(reason.rawValue)"
    }
  }

  private static func word(for error: any Error) -> String {
    guard let error = error as? OAuthError else { return "unknown \(type(of: error))" }
    return "\(error.outcome.rawValue) \(error.code.rawValue)"
  }
}

/// The browser of the test, which is reached over standard input and output.
struct DistantBrowser: UserAgent {
  static let redirectURI = "http://127.0.0.1:49152/callback"

  func redirectURI() async throws -> String { Self.redirectURI }

  func authorize(_ page: AuthorizationPage) async throws(OAuthError) -> String {
    let url = page.url
    Line.write("open \(url.absoluteString)")
    guard let line = readLine(), line.hasPrefix("callback ") else {
      throw .unreachable(.userCancelled, "The user did not return.")
    }
    return String(line.dropFirst("callback ".count))
  }
}
