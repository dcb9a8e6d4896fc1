// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckIDaaSProtocol
import CoatcheckJOSE
import CoatcheckOAuth

/// The document's refresh: 0 and a JSON **text** with `id_token`, `session_token` and `expire`; any failure is 1.
///
/// A session that is stored is refreshed where it is, once for all who ask, so that what is stored stays the
/// newest.
public final class BCIDAIDTokenRefreshManager: Sendable {
  private let common: BCIDACommonManager

  /// A refresh.
  public init(_ common: BCIDACommonManager) { self.common = common }

  /// Gets the next ID token.
  public func refreshIdTokenWithSessionToken(
    _ sessionToken: String,
    andWithCallBack handler: @escaping BCIDAIdTokenRefreshIDTokenHandlerBlock
  ) {
    common.answer(handler) { idaas in
      guard !sessionToken.isEmpty else {
        return BCAnswer(BCCode.failure, "Parameter session_token cannot be left blank.")
      }
      do throws(OAuthError) {
        return try await Self.refreshed(Secret(sessionToken), idaas)
      } catch {
        return BCAnswer(BCCode.failure, error.peerDescription ?? error.reason)
      }
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
    return BCAnswer(BCCode.success, String(decoding: json.serialized(), as: UTF8.self))
  }
}
