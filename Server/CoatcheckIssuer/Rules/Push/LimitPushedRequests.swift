// SPDX-License-Identifier: Apache-2.0
import CoatcheckFoundation
import CoatcheckOAuth

/// Limits the number and size of pushed requests, so that they do not fill the store: it retains each for
/// more than an hour, and any program can push as a public client.
///
/// [RFC 9126 §7.1](https://www.rfc-editor.org/rfc/rfc9126#section-7.1)
struct LimitPushedRequests: AuthorizeRule {
  /// The maximum size of the parameters, in bytes. 8 KiB.
  static let maximumSize = 8 << 10

  func apply(to attempt: inout AuthorizeAttempt, by server: AuthorizationServer) async throws {
    let client = try established(attempt.client, "client")
    guard attempt.parameters.encoded.utf8.count <= Self.maximumSize else {
      throw OAuthError.refused(
        .invalidRequest, "A pushed request has at most \(Self.maximumSize) bytes.", status: 413)
    }
    let (settings, now) = (server.settings, server.environment.now())
    func count(_ key: String, _ limit: Int, within window: TimeInterval) async throws {
      guard
        case .exhausted(let until) = try await server.store.attempt(
          key, limit: limit, window: window, at: now)
      else { return }
      server.audit(AuditEvent(.clientThrottled, ["client": client.id]))
      throw OAuthError.throttled(until: until, now: now)
    }
    // Only for public clients: a confidential client pushes the requests of all users from one address.
    if client.authenticationMethod == "none", let source = attempt.pusher?.source {
      try await count(
        "push:\(client.id):\(source)", settings.pushedRequests, within: settings.attemptWindow)
    }
    try await count(
      "pushed:\(client.id)", settings.keptPushedRequests,
      within: settings.pushedRequestLifetime + settings.interactionLifetime)
  }
}
