// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckIDaaS
import CoatcheckIDaaSProtocol
import CoatcheckJOSE
import CoatcheckOAuth

/// The refresh of ID tokens in the old SDK. The handler is called with 0 and a JSON **text** with
/// `id_token`, `session_token` and `expire`; with 1 and a text for any failure.
///
/// A stored session with this session token is refreshed in the store, once for all concurrent callers,
/// so that the store has the latest tokens.
public final class BCIDAIDTokenRefreshManager: Sendable {
  private static let shared = BCIDAIDTokenRefreshManager()
  private var common: BCIDACommonManager { .sharedInstance() }

  private init() {}

  /// The only instance.
  public static func sharedInstance() -> BCIDAIDTokenRefreshManager { shared }

  /// Requests the next ID token, and validates it.
  ///
  /// New code calls `Session.refresh()`, or `IDaaS.perform(_:)` with `RefreshIDToken(sessionToken:)`.
  ///
  /// - Parameters:
  ///   - sessionToken: The session token, which has the role of a refresh token.
  ///   - callBack: Called once, with the code and a text.
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
