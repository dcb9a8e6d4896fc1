// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import HTTPTypes

/// Weibo's notice that a user revoked the consent: `GET /CancelRedirectUri`.
///
/// It has no signature, and uids are public, so that any client can send one. No token is stored by which
/// Weibo could be asked. So a notice is only a hint: it marks the link, and the next sign-in through
/// Weibo shows whether it was true. Sessions end only by an authenticated notice: one to the address with
/// the source's ``WeiboSource/cancelKey``, which only Weibo knows.
extension IDaaSServer {
  static let cancelPath = "/CancelRedirectUri"

  /// The window in which notices are counted, in seconds.
  private static let window: TimeInterval = 3_600

  /// Handles a notice. The response is always the same.
  func cancelled(_ request: ServedRequest) async -> ServedResponse {
    do {
      try await note(request)
    } catch {
      audit(.storeUnavailable(error))
    }
    return ServedResponse(head: HTTPResponse(status: .ok))
  }

  private func note(_ request: ServedRequest) async throws {
    guard let query = try? Parameters(decoding: request.query), let key = query["source"],
      let uid = query["uid"], WeiboUID.isWellFormed(uid)
    else { return }
    let now = environment.now()
    func isTooOften(_ name: String, _ limit: Int) async throws -> Bool {
      let attempt = try await store.attempt(
        name, limit: limit, window: Self.window, at: now)
      if case .exhausted = attempt { return true }
      return false
    }
    guard try await !isTooOften("cancel:\(request.source.key)", settings.noticesPerSource) else {
      return
    }
    let applications = try await tenant.applications(weiboKey: key)
    guard !applications.isEmpty else { return }
    let identity = SocialIdentity(provider: "weibo", app: key, subject: uid)
    guard try await store.link(identity) != nil else { return }
    let isProved = applications.contains { proves(request, $0.weibo) }
    // Forged notices have a separate counter, so that they cannot use up the limit of real ones.
    let counter = "cancel-user:\(isProved ? "proved" : "hint"):\(key) \(uid)"
    guard try await !isTooOften(counter, settings.noticesPerUser) else { return }
    let ends = isProved && applications.contains(where: \.endsSessionsUpstream)
    _ = try await store.noteRevokedUpstream(identity, endsSessions: ends, at: now)
    audit(
      AuditEvent(
        .upstreamRevoked, ["app": key, "proved": "\(isProved)", "ended_sessions": "\(ends)"]))
  }

  /// Whether the notice was sent to the secret address.
  private func proves(_ request: ServedRequest, _ source: WeiboSource?) -> Bool {
    guard let key = source?.cancelKey, !key.isEmpty else { return false }
    let start = Self.cancelPath + "/"
    guard request.path.hasPrefix(start) else { return false }
    return key.matches(Secret(String(request.path.dropFirst(start.count))))
  }
}
