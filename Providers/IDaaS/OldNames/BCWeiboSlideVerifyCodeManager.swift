// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckIDaaS
import CoatcheckIDaaSProtocol
import CoatcheckJOSE
import CoatcheckOAuth

/// The slider and the text message of the old SDK, for apps that have pages of their own. The slider is a
/// page of the service.
///
/// | | code | data |
/// |---|---|---|
/// | slider | 0 | the slider's token |
/// | | 105 | the user closed it |
/// | | other | a text |
/// | message | 0 | a text: it was sent |
/// | | other | a text |
public final class BCWeiboSlideVerifyCodeManager: Sendable {
  private init() {}

  /// Shows the slider, and lets the service check the user's solution.
  ///
  /// New code calls `PendingSignIn.captcha(with:for:redirectURI:theme:)`; without a sign-in that waits
  /// for the user, `IDaaS.captcha(with:for:purpose:redirectURI:theme:)`.
  ///
  /// - Parameters:
  ///   - mobile: The phone number: `+86-13800000000` or `13800000000`; not empty.
  ///   - resultHandler: Called once, with the slider's token or an error.
  public static func startSlidingVerifyCodePage(
    withMobileNumber mobile: String,
    andWithResultHandler resultHandler: @escaping BCWeiboSlideCodeHandlerBlock
  ) {
    let common = BCIDACommonManager.sharedInstance()
    common.answer(resultHandler, failing: BCAnswer.init) { idaas throws(OAuthError) in
      guard !mobile.isEmpty else { return .missing("mobile") }
      let (agent, uri) = (
        try await common.userAgent(idaas), BCIDACommonManager.settings.redirectURI
      )
      let proof =
        if let pending = common.pending {
          try await pending.captcha(with: agent, for: .mobile(mobile), redirectURI: uri)
        } else {
          try await idaas.captcha(
            with: agent, for: .mobile(mobile), purpose: .bindMobile, redirectURI: uri)
        }
      return .success(.string(proof.token.reveal()))
    }
  }

  /// Requests a text message with a code.
  ///
  /// New code calls `PendingSignIn.sendCode(to:proof:)`.
  ///
  /// - Parameters:
  ///   - token: The slider's token; not empty.
  ///   - mobile: The same phone number as for the slider; not empty.
  ///   - type: The purpose of the code.
  ///   - callBack: Called once, with 0 or an error.
  public static func sendSMSWithSlideResult(
    withToken token: String, andMobile mobile: String, andWith type: weiboSlideSMSSendType,
    andWithCallBack callBack: @escaping BCWeiboSendSMSHandlerBlock
  ) {
    let common = BCIDACommonManager.sharedInstance()
    common.answer(callBack, failing: BCAnswer.init) { idaas throws(OAuthError) in
      guard !token.isEmpty else { return .missing("token") }
      guard !mobile.isEmpty else { return .missing("mobile") }
      _ = try await idaas.perform(
        SendSMS(
          to: mobile, type: type.messageType.rawValue, captchaToken: Secret(token),
          stateToken: common.pending?.login.stateToken))
      return .success("success")
    }
  }
}
