// SPDX-License-Identifier: Apache-2.0

/// The target of a workload: one server, or one of several over the same database.
///
/// A call that throws may have taken effect or not.
public protocol HistoryTarget: Sendable {
  /// Issues a new code.
  func issueCode() async throws -> String
  func redeem(code: String) async throws -> RecordedCall.Outcome
  func refresh(token: String) async throws -> RecordedCall.Outcome
  func end(token: String) async throws -> RecordedCall.Outcome
  func use(token: String) async throws -> RecordedCall.Outcome
  func once(key: String) async throws -> RecordedCall.Outcome
  func attempt(key: String, limit: Int) async throws -> RecordedCall.Outcome
}

/// A target with the pages and endpoints that a store alone does not have.
public protocol PagesTarget: HistoryTarget {
  /// The device code of a device that the user has approved.
  func approvedDevice() async throws -> String
  func poll(device: String) async throws -> RecordedCall.Outcome
  /// Pushes a request, and returns its `request_uri`.
  func pushedRequest() async throws -> String
  func visit(request: String) async throws -> RecordedCall.Outcome
  /// The cookie of a new login session.
  func session() async throws -> String
  func browse(session: String) async throws -> RecordedCall.Outcome
  func signOut(session: String) async throws -> RecordedCall.Outcome
  /// The ID of a client that has registered itself.
  func registeredClient() async throws -> String
  func useClient(id: String) async throws -> RecordedCall.Outcome
}

extension HistoryTarget {
  func make(_ call: RecordedCall.Request) async throws -> RecordedCall.Outcome {
    switch call {
    case .redeem(let code): try await redeem(code: code)
    case .refresh(let token): try await refresh(token: token)
    case .end(let token): try await end(token: token)
    case .use(let token): try await use(token: token)
    case .once(let key): try await once(key: key)
    case .attempt(let key, let limit): try await attempt(key: key, limit: limit)
    case .poll(let device): try await pages().poll(device: device)
    case .visit(let request): try await pages().visit(request: request)
    case .browse(let session): try await pages().browse(session: session)
    case .signOut(let session): try await pages().signOut(session: session)
    case .useClient(let id): try await pages().useClient(id: id)
    }
  }

  func pages() throws -> any PagesTarget {
    guard let pages = self as? any PagesTarget else { throw NoPages() }
    return pages
  }
}

private struct NoPages: Error {}
