// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaSProtocol
import CoatcheckJOSE
import CoatcheckOAuth

/// The document's login for apps that have pages of their own.
///
/// | code | data |
/// |---|---|
/// | 0 | `session_token`, `id_token`, `expire`, `status` |
/// | 101 | `state_token`, `data`, `status` |
/// | 1 | `error_code`, `error_msg` |
public final class BCWeiboAPILoginManager: Sendable {
  private let common: BCIDACommonManager

  /// A login.
  public init(_ common: BCIDACommonManager) { self.common = common }

  /// Signs in with what Weibo's app gave.
  public func loginWeiboWithAccessToken(
    _ accessToken: String, andWithUid uid: String,
    andWithCompletionHandler handler: @escaping BCWeiBoAPILoginCompletionHandler
  ) {
    let common = common
    common.answer(handler) { idaas in
      guard !accessToken.isEmpty else { return Self.missing("access_token") }
      guard !uid.isEmpty else { return Self.missing("uid") }
      do throws(OAuthError) {
        let login = WeiboLogin(.token(Secret(accessToken), uid: uid))
        return try await common.settled(idaas.perform(login), idaas)
      } catch {
        return .inside(error)
      }
    }
  }

  private static func missing(_ parameter: String) -> BCAnswer {
    BCAnswer(
      BCCode.failure,
      .dictionary([
        "error_code": .string("IDAAS.SDK." + ReturnCode.parameterMissing.rawValue),
        "error_msg": .string("Parameter \(parameter) cannot be left blank."),
      ]))
  }
}
