// SPDX-License-Identifier: Apache-2.0

public import CoatcheckIDaaSProtocol
import CoatcheckOAuth

/// What shows a slider to the user: the app's own view.
public protocol BCSliderPage: Sendable {
  /// Shows the slider.
  ///
  /// - Returns: Where the piece was put; nil when the user closed the page.
  func answer(to slider: SliderChallenge) async -> CaptchaSolution?
}

/// What the message is for.
public enum weiboSlideSMSSendType: Sendable, Hashable {
  /// Registering: after `USER_REGISTER`.
  case weiboSlideSMSRegist
  /// Binding: after `SOCIAL_BIND`.
  case weiboSlideSMSBind

  /// The word of the interface.
  public var messageType: MessageType {
    switch self {
    case .weiboSlideSMSRegist: .registerMobile
    case .weiboSlideSMSBind: .bindMobile
    }
  }
}

/// The document's slider and message, for apps that have pages of their own.
///
/// | | code | data |
/// |---|---|---|
/// | slider | 0 | the slider's token |
/// | | 105 | the user closed it |
/// | | other | a text |
/// | message | 0 | a text: it was sent |
/// | | other | a text |
public final class BCWeiboSlideVerifyCodeManager: Sendable {
  private let common: BCIDACommonManager
  private let page: any BCSliderPage

  /// A slider.
  ///
  /// - Parameters:
  ///   - common: The configuration.
  ///   - page: What shows it.
  public init(_ common: BCIDACommonManager, page: any BCSliderPage) {
    self.common = common
    self.page = page
  }

  /// Shows the slider and has the response checked.
  ///
  /// - Parameter mobile: `+86-13800000000` or `13800000000`.
  public func startSlidingVerifyCodePageWithMobileNumber(
    _ mobile: String, andWithResultHandler handler: @escaping BCWeiboSlideCodeHandlerBlock
  ) {
    let (common, page) = (common, page)
    common.answer(handler) { idaas in
      guard !mobile.isEmpty else {
        return BCAnswer(BCCode.failure, "Parameter mobile cannot be left blank.")
      }
      do throws(OAuthError) {
        let purpose = try common.pending?.messageType(for: .phone) ?? .bindMobile
        let captcha = try await idaas.captcha(
          for: .mobile(mobile), purpose: purpose, kind: .slider,
          stateToken: common.pending?.login.stateToken)
        guard let slider = captcha.slider, let answer = await page.answer(to: slider) else {
          return BCAnswer(OAuthError.closedSlider, "The user closed the slider.")
        }
        return BCAnswer(BCCode.success, try await captcha.answer(answer).token.reveal())
      } catch {
        return BCAnswer(error)
      }
    }
  }

  /// Has the code sent.
  public func sendSMSWithSlideResultWithToken(
    _ token: String, andMobile mobile: String, andWithType type: weiboSlideSMSSendType,
    andWithCallBack handler: @escaping BCWeiboSendSMSHandlerBlock
  ) {
    let common = common
    common.answer(handler) { idaas in
      if token.isEmpty || mobile.isEmpty {
        let name = token.isEmpty ? "token" : "mobile"
        return BCAnswer(BCCode.failure, "Parameter \(name) cannot be left blank.")
      }
      do throws(OAuthError) {
        _ = try await idaas.sendCode(
          to: .mobile(mobile), purpose: type.messageType, proof: Secret(token),
          stateToken: common.pending?.login.stateToken)
        return BCAnswer(BCCode.success, "success")
      } catch {
        return BCAnswer(error)
      }
    }
  }
}
