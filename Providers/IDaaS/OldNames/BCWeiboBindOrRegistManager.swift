// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaS
import CoatcheckIDaaSProtocol
import CoatcheckOAuth

/// The document's binding and registering for apps that have pages of their own.
///
/// | code | data |
/// |---|---|
/// | 0 | `session_token`, `id_token`, `expire`, `status` |
/// | 1 | a text |
/// | the service's code | a text |
public final class BCWeiboBindOrRegistManager: Sendable {
  private static let shared = BCWeiboBindOrRegistManager()
  private var common: BCIDACommonManager { .sharedInstance() }

  private init() {}

  /// The only instance.
  public static func sharedInstance() -> BCWeiboBindOrRegistManager { shared }

  /// Binds the phone number of an existing user.
  public func weiboBind(
    withMobile mobile: String, andWithVerifyCode verifyCode: String,
    andWithStateToken StateToken: String,
    andWithCompletionHandler completeHandler: @escaping BCWeiboBindCompleteHandler
  ) {
    settle(
      BindSocial(
        stateToken: Secret(StateToken), contact: .mobile(mobile), code: Secret(verifyCode)),
      [("mobile", mobile), ("verify_code", verifyCode), ("state_token", StateToken)],
      completeHandler)
  }

  /// Registers the phone number, and binds it.
  public func weiboRegist(
    withMobile mobile: String, andWithVerifyCode verifyCode: String,
    andWithStateToken StateToken: String,
    andWithCompletionHandler completeHandler: @escaping BCWeiboRegistCompleteHandler
  ) {
    settle(
      RegisterSocial(
        stateToken: Secret(StateToken), contact: .mobile(mobile), code: Secret(verifyCode)),
      [("mobile", mobile), ("verify_code", verifyCode), ("state_token", StateToken)],
      completeHandler)
  }

  private func settle<Call: IDaaSCall>(
    _ call: Call, _ parameters: [(name: String, value: String)], _ handler: @escaping BCHandler
  ) where Call.Reply == LoginReply {
    let common = common
    common.answer(handler, failing: BCAnswer.init) { idaas throws(OAuthError) in
      if let missing = parameters.first(where: \.value.isEmpty) { return .missing(missing.name) }
      return try await common.settled(idaas.perform(call), idaas)
    }
  }
}
