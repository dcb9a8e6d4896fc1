// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckOAuth

/// The use of a captcha's proof.
extension IDaaSServer {
  /// Uses the proof of a captcha, and checks that it is for this client, device, contact, purpose and
  /// login. It is used up even when a check fails.
  ///
  /// A purpose or a login that was not named when the captcha was solved is not required: the vendor's clients
  /// name neither. A login that was named has to be the same.
  ///
  /// - Throws: `captchaWrong` with `captcha_required` for no proof at all, `captcha_expired` for one that
  ///   has expired, was used or is unknown, and `captcha_mismatch` for one that was made for something
  ///   else.
  func spendCaptcha(
    _ token: Secret, for contact: Contact, type: MessageType, state: TokenDigest?,
    _ context: CallContext
  ) async throws {
    guard !token.isEmpty else { throw Refusal(.captchaWrong, detail: .captchaRequired) }
    // The vendor's proof, a token and coordinates, is not a token of this server.
    guard let captcha = OpaqueToken(token, as: .captcha),
      let record = try await store.take(.captcha, captcha.digest, at: context.now)
    else {
      audit(.captchaRefused, context, ["reason": "expired"])
      throw Refusal(.captchaWrong, detail: .captchaExpired)
    }
    let use = CaptchaBinding(
      clientID: context.application.id, device: context.caller.device, purpose: type.rawValue,
      contact: contact, state: state)
    guard let binding = binding(in: record), binding.contact != nil, binding.allows(use) else {
      audit(.captchaRefused, context, ["reason": "mismatch"])
      throw Refusal(.captchaWrong, detail: .captchaMismatch)
    }
  }
}
