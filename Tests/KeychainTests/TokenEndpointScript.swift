// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckStoreTesting
import TestSupport

/// A token endpoint that answers each refresh with the next tokens; a test can hold the responses back.
final class TokenEndpointScript: HTTPTransport {
  private struct State {
    var refreshTokens: [String] = []
    var isHeld = false
    var next = 2
  }

  private let state = Mutex(State())

  /// The refresh tokens that were sent.
  var refreshTokens: [String] { state.withLock(\.refreshTokens) }

  /// Holds the responses back, or releases them.
  func hold(_ isHeld: Bool) { state.withLock { $0.isHeld = isHeld } }

  func send(
    _ request: HTTPRequest, body: Data, limit: ResponseLimit
  ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
    let form = try Parameters(decoding: String(decoding: body, as: UTF8.self))
    let number = state.withLock { state in
      state.refreshTokens.append(form["refresh_token"] ?? "")
      defer { state.next += 1 }
      return state.next
    }
    while state.withLock(\.isHeld) {
      do { try await Task.sleep(for: .milliseconds(2)) } catch { throw .programCancelled }
    }
    let json = """
      {"access_token":"at-\(number)","token_type":"Bearer","expires_in":3600,"refresh_token":"rt-\(number)"}
      """
    return (
      HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"]), Data(json.utf8)
    )
  }

  /// A session whose access token has expired.
  static func expiredSession() throws -> StoredSession {
    var session = try SampleSession.make(name: "main")
    session.refreshMarker = nil
    session.idToken = nil
    return session
  }
}
