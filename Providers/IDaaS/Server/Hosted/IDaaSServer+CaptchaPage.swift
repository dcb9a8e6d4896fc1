// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckOAuth
import Foundation

/// The page with a captcha and nothing else, for apps that show no slider of their own.
extension IDaaSServer {
  /// Makes a page with a captcha for a number that the application names.
  ///
  /// - Throws: `parameterFormat` for a number or address that is not one; `messageTypeUnknown` for a code that is not sent
  ///   there; `captchaWrong` with `rate_limited` for too many; what ``check(_:language:_:)`` throws.
  func captchaPage(_ call: CaptchaPage, _ context: CallContext) async throws -> HostedPage {
    try await countCaptcha(
      "page", of: context.captchaSubjects[1], limit: settings.captchas.fromSource, context)
    try check(call.destination, language: call.language, context)
    try checkPictures(of: call.theme, at: context.application)
    let captcha = HostedCaptcha(sender: call.sender, purpose: call.purpose)
    let contact = try await destination(of: captcha.contact, context).contact
    guard call.purpose.fits(contact) else { throw Refusal(.messageTypeUnknown) }
    var flow = HostedFlow(
      kind: .captcha, stateToken: call.stateToken, caller: context.caller,
      destination: HostedReturn(call.destination), language: call.language,
      theme: call.theme?.json, nickname: nil,
      expiresAt: context.now.addingTimeInterval(settings.pageLifetime))
    flow.captcha = captcha
    return try await page(for: flow, theme: call.theme, context)
  }
}
