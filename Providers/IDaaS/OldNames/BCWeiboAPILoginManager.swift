// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaS
import CoatcheckIDaaSProtocol
import CoatcheckJOSE
import CoatcheckOAuth

/// The sign-in of the old SDK for apps that have pages of their own.
///
/// | code | data |
/// |---|---|
/// | 0 | `session_token`, `id_token`, `expire`, `status` |
/// | 101 | `state_token`, `data`, `status`: a further step is required |
/// | 1 | `error_code`, `error_msg` |
public final class BCWeiboAPILoginManager: Sendable {
  private static let shared = BCWeiboAPILoginManager()
  private var common: BCIDACommonManager { .sharedInstance() }

  private init() {}

  /// The only instance.
  public static func sharedInstance() -> BCWeiboAPILoginManager { shared }

  /// Signs in with the access token that Weibo's app returned. The session is stored.
  ///
  /// New code calls `IDaaS.signIn(weiboToken:uid:storedAs:)`.
  ///
  /// - Parameters:
  ///   - access_token: The access token of Weibo; not empty.
  ///   - uid: The id of the user at Weibo; not empty.
  ///   - callBack: Called once, with the code and a dictionary.
  public func loginWeibo(
    withAccessToken access_token: String, andWithUid uid: String,
    andWithCompletionHandler callBack: @escaping BCWeiBoAPILoginCompletionHandler
  ) {
    let common = common
    common.answer(callBack, failing: BCAnswer.inside) { idaas throws(OAuthError) in
      guard !access_token.isEmpty else { return Self.missing("access_token") }
      guard !uid.isEmpty else { return Self.missing("uid") }
      let login = WeiboLogin(.token(Secret(access_token), uid: uid))
      return try await common.settled(idaas.perform(login), idaas)
    }
  }

  private static func missing(_ parameter: String) -> BCAnswer {
    .failure([
      "error_code": .string("IDAAS.SDK." + ReturnCode.parameterMissing.rawValue),
      "error_msg": .string("Parameter \(parameter) cannot be left blank."),
    ])
  }
}
