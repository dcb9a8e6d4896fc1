// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckOAuth

/// The two calls of the second factor.
extension IDaaSServer {
  /// Sends the code of a second factor to a phone of the user's. No captcha: the first factor was right.
  ///
  /// - Throws: `mobileMismatch` when the number is not the user's; what ``sendCode(_:_:)`` throws.
  func sendSecondFactor(_ call: MFASend, _ context: CallContext) async throws -> MessageSent {
    _ = try await secondFactor(call.stateToken, context)
    return try await sendCode(
      CodeRequest(
        contact: .mobile(call.mobile), type: .secondFactor, captchaToken: nil,
        stateToken: call.stateToken, userID: nil), context)
  }

  /// Ends a login that waits for a second factor.
  ///
  /// - Throws: `expired` when the login has ended; `parameterValue` on another device; what
  ///   ``tryCode(_:for:type:scope:_:)`` throws.
  func verifySecondFactor(_ call: MFAVerify, _ context: CallContext) async throws -> LoginReply {
    let login = try await secondFactor(call.stateToken, context)
    let digest = TokenDigest(of: call.stateToken)
    guard let user = try await store.user(id: login.userID) else { throw Self.userGone }
    guard user.standing == .active else { return .denied }
    try await countTry(of: digest, context)
    try await tryOwnCode(
      call.code, of: user, type: .secondFactor, scope: .login(digest), context)
    // Of concurrent requests with the right code, one gets the session.
    guard try await store.take(.secondFactor, digest, at: context.now) != nil else {
      throw Refusal(.expired, "state_token", detail: .stateUsed)
    }
    // The password and the link must not have changed since the first factor.
    guard login.credential == SecondFactor.credential(of: user, login.methods) else {
      throw Refusal(.expired, "state_token", detail: .stateExpired)
    }
    let link = try await store.links(of: user.id).first { $0.id == login.linkID }
    guard login.linkID == nil || link != nil else {
      throw Refusal(.expired, "state_token", detail: .stateExpired)
    }
    audit(AuditEvent(.loginSucceeded, ["user": user.id, "client": context.application.id]))
    return .tokens(
      try await openSession(
        Admission(user, by: login.methods + ["sms"], link: link, created: login.created), context))
  }

  /// Limits the attempts of a login to those of one code, even when further codes are sent.
  private func countTry(of digest: TokenDigest, _ context: CallContext) async throws {
    guard
      case .exhausted = try await store.attempt(
        "idaas.second-factor:" + digest.hex, limit: max(settings.codeTries, 1),
        window: settings.stateLifetime, at: context.now)
    else { return }
    _ = try await store.take(.secondFactor, digest, at: context.now)
    throw Refusal(.expired, "state_token", detail: .codeExhausted)
  }

  /// A login that waits for a second factor, on its own device at its own client.
  private func secondFactor(
    _ token: Secret, _ context: CallContext
  ) async throws -> SecondFactor {
    guard
      let record = try await store.record(
        .secondFactor, TokenDigest(of: token), at: context.now),
      let login = SecondFactor(record.content)
    else { throw Refusal(.expired, "state_token", detail: .stateExpired) }
    guard login.clientID == context.application.id, login.device == context.caller.device else {
      throw Refusal(.parameterValue, "state_token", detail: .stateMismatch)
    }
    return login
  }
}
