// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaS
import CoatcheckIDaaSProtocol
import CoatcheckOAuth

/// The binding and the registration of the old SDK for apps that have pages of their own.
///
/// | code | data |
/// |---|---|
/// | 0 | `session_token`, `id_token`, `expire`, `status` |
/// | 101 | `state_token`, `data`, `status`: a further step is required |
/// | 1 | a text |
/// | the service's code | a text |
public final class BCWeiboBindOrRegistManager: Sendable {
  private static let shared = BCWeiboBindOrRegistManager()
  private var common: BCIDACommonManager { .sharedInstance() }

  private init() {}

  /// The only instance.
  public static func sharedInstance() -> BCWeiboBindOrRegistManager { shared }

  /// Binds the Weibo account to the existing user with a phone number. The session is stored.
  ///
  /// New code calls `PendingSignIn.bind(_:code:)`.
  ///
  /// - Parameters:
  ///   - mobile: The phone number: `+86-13800000000` or `13800000000`; not empty.
  ///   - verifyCode: The code from the text message; not empty.
  ///   - StateToken: The `state_token` of the sign-in; not empty.
  ///   - completeHandler: Called once, with the code and its data.
  public func weiboBind(
    withMobile mobile: String, andWithVerifyCode verifyCode: String,
    andWithStateToken StateToken: String,
    andWithCompletionHandler completeHandler: @escaping BCWeiboBindCompleteHandler
  ) {
    settle(BindSocial.self, mobile, verifyCode, StateToken, completeHandler)
  }

  /// Registers a user with a phone number, and binds the Weibo account to it. The session is stored.
  ///
  /// New code calls `PendingSignIn.register(_:code:)`.
  ///
  /// - Parameters:
  ///   - mobile: The phone number: `+86-13800000000` or `13800000000`; not empty.
  ///   - verifyCode: The code from the text message; not empty.
  ///   - StateToken: The `state_token` of the sign-in; not empty.
  ///   - completeHandler: Called once, with the code and its data.
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
