// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import HTTPTypes

/// Weibo's notice that a user took the permission back: `GET /CancelRedirectUri`.
///
/// It carries no signature, and uids are public: any client can send one. No token is stored that Weibo could
/// be asked about. So a notice is a hint: it marks the link, and the next sign-in through Weibo, for which
/// Weibo itself answers, says whether it was true. Sessions end only by a notice that authenticates: one
/// that was sent to the address with the source's ``WeiboSource/cancelKey``, which only Weibo was told.
extension IDaaSServer {
  static let cancelPath = "/CancelRedirectUri"

  /// In how many seconds notices are counted.
  private static let window: TimeInterval = 3_600

  /// Takes a notice. The response is the same whatever it says.
  func cancelled(_ request: ServedRequest) async -> ServedResponse {
    do {
      try await note(request)
    } catch {
      audit(AuditEvent(.storeUnavailable, ["error": String(describing: type(of: error))]))
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
    // A forged notice must not use up what the real one needs.
    let counter = "cancel-user:\(isProved ? "proved" : "hint"):\(key) \(uid)"
    guard try await !isTooOften(counter, settings.noticesPerUser) else { return }
    let ends = isProved && applications.contains(where: \.endsSessionsUpstream)
    _ = try await store.noteRevokedUpstream(identity, endsSessions: ends, at: now)
    audit(
      AuditEvent(
        .upstreamRevoked, ["app": key, "proved": "\(isProved)", "ended_sessions": "\(ends)"]))
  }

  /// Whether the notice was sent to the address that only Weibo knows.
  private func proves(_ request: ServedRequest, _ source: WeiboSource?) -> Bool {
    guard let key = source?.cancelKey, !key.isEmpty else { return false }
    let start = Self.cancelPath + "/"
    guard request.path.hasPrefix(start) else { return false }
    return key.matches(Secret(String(request.path.dropFirst(start.count))))
  }
}
