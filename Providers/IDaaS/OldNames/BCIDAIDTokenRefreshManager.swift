// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckIDaaS
import CoatcheckIDaaSProtocol
import CoatcheckJOSE
import CoatcheckOAuth

/// The document's refresh: 0 and a JSON **text** with `id_token`, `session_token` and `expire`; any failure is 1.
///
/// A session that is stored is refreshed where it is, once for all who ask, so that what is stored stays the
/// newest.
public final class BCIDAIDTokenRefreshManager: Sendable {
  private static let shared = BCIDAIDTokenRefreshManager()
  private var common: BCIDACommonManager { .sharedInstance() }

  private init() {}

  /// The only instance.
  public static func sharedInstance() -> BCIDAIDTokenRefreshManager { shared }

  /// Gets the next ID token.
  public func refreshIdToken(
    withSessionToken sessionToken: String,
    andWithCallBack callBack: @escaping BCIDAIdTokenRefreshIDTokenHandlerBlock
  ) {
    common.answer(callBack, failing: { .failure(.string($0.peerDescription ?? $0.reason)) }) {
      idaas throws(OAuthError) in
      guard !sessionToken.isEmpty else { return .missing("session_token") }
      return try await Self.refreshed(Secret(sessionToken), idaas)
    }
  }

  private static func refreshed(
    _ token: Secret, _ idaas: IDaaS
  ) async throws(OAuthError) -> BCAnswer {
    for session in try await idaas.sessions() {
      guard session.stored?.refreshToken?.matches(token) == true else { continue }
      try await session.refresh()
      guard let stored = session.stored, let next = stored.refreshToken else { break }
      let left = session.remaining.map { Int($0 / .seconds(1)) } ?? 0
      return answer(stored.accessToken, next, stored.extra["expire"]?.intValue ?? left)
    }
    let fresh = try await idaas.perform(RefreshIDToken(sessionToken: token))
    do throws(IDTokenRefusal) {
      _ = try await idaas.verify(fresh.idToken)
    } catch {
      throw error.error
    }
    return answer(fresh.idToken, fresh.sessionToken ?? token, fresh.expire)
  }

  private static func answer(_ idToken: Secret, _ session: Secret, _ expire: Int) -> BCAnswer {
    let json: JSONObject = [
      "id_token": .string(idToken.reveal()), "session_token": .string(session.reveal()),
      "expire": .number(JSONNumber(expire)),
    ]
    return .success(.string(String(decoding: json.serialized(), as: UTF8.self)))
  }
}
