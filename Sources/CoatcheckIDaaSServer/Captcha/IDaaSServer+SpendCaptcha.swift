// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckOAuth

extension IDaaSServer {
  /// Takes the proof that a captcha was solved, by this client on this device, for this contact and purpose,
  /// in this login. Whatever is wrong, it is gone afterwards.
  ///
  /// - Throws: `captchaWrong` with the detail.
  func spendCaptcha(
    _ token: Secret, for contact: Contact, type: MessageType, state: TokenDigest?,
    _ context: CallContext
  ) async throws {
    throw Refusal(.captchaWrong, detail: .captchaMismatch)
  }
}
