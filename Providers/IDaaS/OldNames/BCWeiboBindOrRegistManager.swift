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
    settle(BindSocial.self, mobile, verifyCode, StateToken, completeHandler)
  }

  /// Registers the phone number, and binds it.
  public func weiboRegist(
    withMobile mobile: String, andWithVerifyCode verifyCode: String,
    andWithStateToken StateToken: String,
    andWithCompletionHandler completeHandler: @escaping BCWeiboRegistCompleteHandler
  ) {
    settle(RegisterSocial.self, mobile, verifyCode, StateToken, completeHandler)
  }

  private func settle<Ending>(
    _: SocialProof<Ending>.Type, _ mobile: String, _ code: String, _ stateToken: String,
    _ handler: @escaping BCHandler
  ) {
    let common = common
    let call = SocialProof<Ending>(
      stateToken: Secret(stateToken), contact: .mobile(mobile), code: Secret(code))
    let parameters = [("mobile", mobile), ("verify_code", code), ("state_token", stateToken)]
    common.answer(handler, failing: BCAnswer.init) { idaas throws(OAuthError) in
      if let missing = parameters.first(where: \.1.isEmpty) { return .missing(missing.0) }
      return try await common.settled(idaas.perform(call), idaas)
    }
  }
}
