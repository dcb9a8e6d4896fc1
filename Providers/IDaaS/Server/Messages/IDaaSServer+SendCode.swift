// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckOAuth
import Foundation

/// The request for a code.
struct CodeRequest: Sendable {
  /// Where it goes, as it was typed.
  var contact: TypedContact
  /// What it is for.
  var type: MessageType
  /// The proof of a captcha; nil only for a second factor, where the first one was right already.
  var captchaToken: Secret?
  /// The login that waits for it: `X-state-token`; nil for codes of users who are signed in.
  var stateToken: Secret?
  /// The user who is signed in, for codes that require one.
  var userID: String?
}

extension IDaaSServer {
  /// Sends a code, for calls and pages alike.
  ///
  /// The response and the work are the same for every number: no user is looked up by it. Only a
  /// signed-in user must own the number.
  ///
  /// - Returns: The wait until the next code, the lifetime and the length of this one.
  /// - Throws: In this order: `parameterFormat`; `messageTypeUnknown`; `expired` and `parameterValue` for a login
  ///   that has expired, or of another status; `captchaWrong`; `sendingFailed` with `rate_limited`,
  ///   `region_blocked`, `gateway_failed` or `gateway_unknown`.
  func sendCode(_ request: CodeRequest, _ context: CallContext) async throws -> MessageSent {
    let destination = try await destination(of: request.contact, context)
    let contact = destination.contact
    guard request.type.fits(contact) else { throw Refusal(.messageTypeUnknown) }
    let scope = try await scope(of: request, to: contact, context)
    try await spendCaptcha(of: request, for: contact, context)
    try await checkUnlocked(contact, context)
    try await countSending(to: contact, context)
    guard destination.isServed else {
      audit(.messageRefused, context, ["contact": contact.masked, "reason": "region"])
      throw Refusal(.sendingFailed, detail: .regionBlocked)
    }
    let digits = try DrawnDigits.draw(codeLength, from: environment.random)
    let key = CodeKey(purpose: request.type.rawValue, contact: contact, scope: scope.text)
    // Stored before it is sent: the user may type it before the gateway responds. The previous code
    // becomes invalid.
    try await store.keep(
      OneTimeCode(
        key: key, digest: digest(of: digits, key, device: context.caller.device),
        device: context.caller.device, sentAt: context.now,
        expiresAt: context.now.addingTimeInterval(TimeInterval(codeLifetime)),
        tries: min(max(settings.codeTries, 1), 10)))
    try await deliver(digits, to: destination, request, context)
    return MessageSent(
      resendAfter: Int(settings.resendAfter), expire: codeLifetime, codeLength: codeLength)
  }

  private func spendCaptcha(
    of request: CodeRequest, for contact: Contact, _ context: CallContext
  ) async throws {
    guard let token = request.captchaToken else {
      guard request.type == .secondFactor else {
        throw Refusal(.captchaWrong, detail: .captchaRequired)
      }
      return
    }
    let state = request.stateToken.flatMap { OpaqueToken($0, as: .state)?.digest }
    try await spendCaptcha(token, for: contact, type: request.type, state: state, context)
  }

  /// Refuses to send a code to a number that has reached the daily limit of wrong codes.
  private func checkUnlocked(_ contact: Contact, _ context: CallContext) async throws {
    do {
      try await checkWrongCodes(of: contact, context)
    } catch let refusal as Refusal where refusal.code == .locked {
      throw Refusal(.sendingFailed, detail: .rateLimited, retryAfter: refusal.retryAfter)
    }
  }
}
