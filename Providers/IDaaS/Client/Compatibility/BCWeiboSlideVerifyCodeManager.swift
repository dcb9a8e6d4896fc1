// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
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

/// The document's slider and message, for apps that have pages of their own. The slider is the service's page unless the app
/// gives one of its own.
///
/// | | code | data |
/// |---|---|---|
/// | slider | 0 | the slider's token |
/// | | 105 | the user closed it |
/// | | other | a text |
/// | message | 0 | a text: it was sent |
/// | | other | a text |
public final class BCWeiboSlideVerifyCodeManager: Sendable {
  /// Who shows the slider.
  private enum Shown: Sendable {
    case byService(any UserAgent)
    case byApp(any BCSliderPage)
  }

  private let common: BCIDACommonManager
  private let shown: Shown

  /// A slider on the service's own page, as the document has it: the app shows nothing.
  ///
  /// - Parameters:
  ///   - common: The configuration.
  ///   - userAgent: What shows the page and receives its answer.
  public init(_ common: BCIDACommonManager, userAgent: any UserAgent) {
    self.common = common
    shown = .byService(userAgent)
  }

  /// A slider in the app's own view.
  ///
  /// - Parameters:
  ///   - common: The configuration.
  ///   - page: What shows it.
  public init(_ common: BCIDACommonManager, page: any BCSliderPage) {
    self.common = common
    shown = .byApp(page)
  }

  /// Shows the slider and has the response checked.
  ///
  /// - Parameter mobile: `+86-13800000000` or `13800000000`.
  public func startSlidingVerifyCodePageWithMobileNumber(
    _ mobile: String, andWithResultHandler handler: @escaping BCWeiboSlideCodeHandlerBlock
  ) {
    let (common, shown) = (common, shown)
    common.answer(handler) { idaas in
      guard !mobile.isEmpty else {
        return BCAnswer(BCCode.failure, "Parameter mobile cannot be left blank.")
      }
      do throws(OAuthError) {
        let proof = try await Self.proof(for: .mobile(mobile), by: shown, common.pending, idaas)
        return BCAnswer(BCCode.success, proof.token.reveal())
      } catch {
        return BCAnswer(error)
      }
    }
  }

  private static func proof(
    for contact: ContactField, by shown: Shown, _ pending: PendingSignIn?, _ idaas: IDaaS
  ) async throws(OAuthError) -> CaptchaProof {
    switch shown {
    case .byService(let userAgent):
      guard let pending else {
        return try await idaas.captcha(with: userAgent, for: contact, purpose: .bindMobile)
      }
      return try await pending.captcha(with: userAgent, for: contact)
    case .byApp(let page):
      let captcha = try await idaas.captcha(
        for: contact, purpose: pending?.messageType(for: .phone) ?? .bindMobile, kind: .slider,
        stateToken: pending?.login.stateToken)
      guard let slider = captcha.slider, let answer = await page.answer(to: slider) else {
        throw .userLeft("The user closed the slider.", OAuthError.closedSlider)
      }
      return try await captcha.answer(answer)
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
