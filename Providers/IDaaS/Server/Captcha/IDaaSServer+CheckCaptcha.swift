// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckOAuth
import Foundation

/// The check of a solution, and the proof that follows.
extension IDaaSServer {
  /// Checks an answer, for calls and pages alike. Right or wrong, the challenge cannot be used again.
  ///
  /// A piece can be dragged, or moved by keys, by step buttons or by typing a number. How it moved is
  /// logged as a risk score, and never a reason to refuse.
  ///
  /// - Parameters:
  ///   - token: The challenge's token.
  ///   - contact: The number or address that the proof will be valid for.
  ///   - purpose: The purpose of the proof; nil for that of the challenge.
  ///   - state: The login that the proof will be valid for; nil for any login of this device.
  /// - Returns: The proof. It can be used once, for ``spendCaptcha(_:for:type:state:_:)``.
  /// - Throws: `expired` when the challenge has expired, was used or is unknown; `captchaWrong` with
  ///   `captcha_mismatch` when it was given to another client, and with `rate_limited` after too many wrong
  ///   answers; `slideUnreadable` for an answer of another kind; `slideWrong` for a wrong one.
  func checkCaptcha(
    _ token: Secret, answer: CaptchaSolution, for contact: Contact, purpose: MessageType?,
    state: TokenDigest?, _ context: CallContext
  ) async throws -> CaptchaProof {
    var proof = CaptchaBinding(
      clientID: context.application.id, device: context.caller.device,
      purpose: purpose?.rawValue, contact: contact, state: state)
    let risk: Double
    if token.reveal().contains(".") {
      try await checkWork(token, answer, &proof, context)
      risk = 0
    } else {
      risk = try await checkSlider(token, answer, &proof, context)
    }
    audit(.captchaSolved, context, ["risk": String(Int(risk * 100))])
    let captcha = OpaqueToken(.captcha, environment: environment)
    let lifetime = Int(min(max(settings.captchaLifetime, 1), 300))
    try await keep(
      proof, under: captcha.digest, until: context.now.addingTimeInterval(TimeInterval(lifetime)))
    return CaptchaProof(token: captcha.secret, expire: lifetime)
  }

  /// Ends a challenge whose solution cannot be read.
  func discardChallenge(_ token: Secret, _ context: CallContext) async throws {
    if token.reveal().contains(".") {
      _ = try? await takeWork(token, purposes: [nil] + MessageType.allCases, context)
    } else {
      _ = try await store.take(.challenge, TokenDigest(of: token), at: context.now)
    }
  }

  private func checkSlider(
    _ token: Secret, _ answer: CaptchaSolution, _ proof: inout CaptchaBinding,
    _ context: CallContext
  ) async throws -> Double {
    // The first check uses the challenge, right or wrong: of concurrent checks, one gets it.
    let taken = try await store.take(.challenge, TokenDigest(of: token), at: context.now)
    try await countCaptcha(
      "check", of: context.captchaSubjects[1], limit: settings.captchas.fromSource, context)
    guard let taken, let puzzle = puzzle(in: taken) else {
      throw Refusal(.expired, "token", detail: .captchaExpired)
    }
    try checkBinding(puzzle.binding, &proof, context)
    try await checkNotLocked(context)
    let left = try await countTry(context)
    guard case .slider(let x, _, let displayWidth, let slideTime, let track) = answer else {
      audit(.captchaFailed, context, ["reason": "unreadable"])
      throw Refusal(.slideUnreadable, "slider", detail: .badFormat)
    }
    guard
      SliderRule.isRight(
        x, shownIn: displayWidth, width: SliderPuzzle.width,
        answer: SliderPuzzle.answer(seed: puzzle.seed))
    else {
      audit(.captchaFailed, context, ["reason": "wrong"])
      try await countWrongFromSource(context)
      throw Refusal(.slideWrong, "slider", attemptsLeft: left)
    }
    try await store.clearAttempts(captchaKey("wrong", context.captchaSubjects[0]))
    return SlideRisk.score(
      track.map { SlideRisk.Point(x: $0.x, y: $0.y, time: $0.time) }, milliseconds: slideTime,
      width: displayWidth ?? Double(SliderPuzzle.width))
  }

  private func checkWork(
    _ token: Secret, _ answer: CaptchaSolution, _ proof: inout CaptchaBinding,
    _ context: CallContext
  ) async throws {
    try await countCaptcha(
      "check", of: context.captchaSubjects[1], limit: settings.captchas.fromSource, context)
    let purposes = proof.purpose == nil ? [nil] + MessageType.allCases : [proof.purposeType, nil]
    let (ticket, purpose) = try await takeWork(token, purposes: purposes, context)
    proof.purpose = proof.purpose ?? purpose?.rawValue
    guard case .proofOfWork(let solution) = answer else {
      throw Refusal(.slideUnreadable, "pow", detail: .badFormat)
    }
    let challenge = WorkChallenge(token: token, salt: ticket.salt, cost: ticket.cost)
    guard challenge.isSolved(by: solution) else {
      audit(.captchaFailed, context, ["reason": "work"])
      throw Refusal(.slideWrong, "pow")
    }
  }

  /// Reads the ticket of a proof of work and marks it as used.
  ///
  /// - Parameter purposes: The purposes that it may have been issued for.
  private func takeWork(
    _ token: Secret, purposes: [MessageType?], _ context: CallContext
  ) async throws -> (WorkTicket, MessageType?) {
    let found = purposes.lazy.compactMap { purpose -> (WorkTicket, MessageType?)? in
      let binding = CaptchaBinding(
        clientID: context.application.id, device: context.caller.device,
        purpose: purpose?.rawValue)
      return WorkTicket(token, for: binding, sealer).map { ($0, purpose) }
    }.first
    guard let (ticket, purpose) = found else {
      audit(.captchaFailed, context, ["reason": "mismatch"])
      throw Refusal(.captchaWrong, detail: .captchaMismatch)
    }
    // A used ticket is remembered only until it expires: after that its own expiry refuses it.
    guard context.now < ticket.endsAt,
      try await store.insertOnce(
        namespace: "idaas.captcha.work", key: TokenDigest(of: token).hex,
        expiresAt: ticket.endsAt, at: context.now)
    else { throw Refusal(.expired, "token", detail: .captchaExpired) }
    return (ticket, purpose)
  }

  private func checkBinding(
    _ challenge: CaptchaBinding, _ proof: inout CaptchaBinding, _ context: CallContext
  ) throws {
    proof.purpose = proof.purpose ?? challenge.purpose
    guard challenge.allows(proof) else {
      audit(.captchaFailed, context, ["reason": "mismatch"])
      throw Refusal(.captchaWrong, detail: .captchaMismatch)
    }
  }

  /// Counts a solution of the installation before it is checked.
  ///
  /// - Returns: The attempts left if this one is wrong.
  private func countTry(_ context: CallContext) async throws -> Int {
    let subject = context.captchaSubjects[0]
    let attempt = try await store.attempt(
      captchaKey("wrong", subject), limit: settings.captchas.wrongOfDevice,
      window: CaptchaLimits.minute, at: context.now)
    guard case .allowed(let count) = attempt else {
      throw try await lockCaptcha(subject, context)
    }
    return settings.captchas.wrongOfDevice - count
  }

  /// Counts a wrong solution by its source: a program can send another device id with each request.
  private func countWrongFromSource(_ context: CallContext) async throws {
    let subject = context.captchaSubjects[1]
    let attempt = try await store.attempt(
      captchaKey("wrong", subject), limit: settings.captchas.wrongFromSource,
      window: CaptchaLimits.minute, at: context.now)
    if case .exhausted = attempt { throw try await lockCaptcha(subject, context) }
  }
}

extension CaptchaBinding {
  fileprivate var purposeType: MessageType? { purpose.flatMap { MessageType(rawValue: $0) } }
}
