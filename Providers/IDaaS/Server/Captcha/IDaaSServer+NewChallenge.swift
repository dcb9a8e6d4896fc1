// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckOAuth
import Foundation

/// The creation of challenges.
extension IDaaSServer {
  /// The lifetime of a challenge, in seconds.
  private var challengeLifetime: Int { Int(min(max(settings.challengeLifetime, 1), 300)) }

  /// The captchas that an application offers. The slider works with keys and buttons too; only the proof
  /// of work does not need to be seen.
  func captchas(of application: TenantApplication) -> [CaptchaKind] {
    CaptchaKind.allCases.filter { kind in
      settings.captchaKinds.contains(kind) && (kind != .proofOfWork || application.offersWork)
    }
  }

  /// Makes a challenge, for calls and pages alike.
  ///
  /// - Parameters:
  ///   - kind: The kind. Proof of work is for users who cannot see a picture; its cost rises and it is
  ///     never locked.
  ///   - purpose: The purpose of the proof; nil when the check names it.
  /// - Throws: `parameterValue` for a kind that the application does not offer; `captchaWrong` with `rate_limited`
  ///   after too many requests or too many wrong places; `slideMissing` when the tenant's pictures cannot be used.
  func newChallenge(
    _ kind: CaptchaKind, purpose: MessageType?, _ context: CallContext
  ) async throws -> CaptchaChallenge {
    guard captchas(of: context.application).contains(kind) else {
      throw Refusal(.parameterValue, "type", detail: .policyDenied)
    }
    try await countCaptcha(
      "source", of: context.captchaSubjects[1], limit: settings.captchas.fromSource, context)
    let binding = CaptchaBinding(
      clientID: context.application.id, device: context.caller.device, purpose: purpose?.rawValue)
    switch kind {
    case .slider: return .slider(try await newSlider(binding, context))
    case .proofOfWork: return .proofOfWork(try await newWork(binding, context))
    }
  }

  private func newSlider(
    _ binding: CaptchaBinding, _ context: CallContext
  ) async throws -> SliderChallenge {
    try await countCaptcha(
      "device", of: context.captchaSubjects[0], limit: settings.captchas.picturesOfDevice, context)
    try await checkNotLocked(context)
    let seed = environment.random(SliderPuzzle.seedByteCount)
    let puzzle = try await puzzle(seed: seed)
    let token = Secret(environment.token())
    try await keep(
      KeptPuzzle(seed: seed, binding: binding), under: TokenDigest(of: token),
      until: context.now.addingTimeInterval(TimeInterval(challengeLifetime)))
    var challenge = SliderChallenge(
      token: token, picture: Data(puzzle.background), piece: Data(puzzle.piece))
    challenge.width = SliderPuzzle.width
    challenge.height = SliderPuzzle.height
    challenge.pieceWidth = puzzle.pieceSize
    challenge.pieceHeight = puzzle.pieceSize
    challenge.pieceY = puzzle.pieceY
    challenge.expire = challengeLifetime
    challenge.alternatives = captchas(of: context.application).filter { $0 != .slider }
    return challenge
  }

  private func newWork(
    _ binding: CaptchaBinding, _ context: CallContext
  ) async throws -> WorkChallenge {
    let ticket = WorkTicket(
      random: environment.random(16),
      endsAt: context.now.addingTimeInterval(TimeInterval(challengeLifetime)),
      cost: try await workCost(context), for: binding, sealer)
    return WorkChallenge(
      token: ticket.token, salt: ticket.salt, cost: ticket.cost, expire: challengeLifetime,
      signature: ticket.signature)
  }
}
