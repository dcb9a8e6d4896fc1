// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
public import CoatcheckIDaaSProtocol
public import CoatcheckOAuth

/// A captcha that waits for its solution. It accepts one solution, right or wrong; ``again(_:)`` requests
/// the next captcha.
public struct PendingCaptcha: Sendable {
  /// The challenge to solve.
  public let challenge: CaptchaChallenge
  /// The phone number or e-mail address that the code is for.
  public let contact: ContactField
  /// What the code is for.
  public let purpose: MessageType
  let stateToken: Secret?
  let idaas: IDaaS

  /// The slider to show; nil for another kind of captcha.
  public var slider: SliderChallenge? {
    if case .slider(let slider) = challenge { slider } else { nil }
  }

  /// Sends the solution.
  ///
  /// - Parameter answer: The position of the piece, or the number that was found.
  /// - Returns: The proof, for one code to this contact.
  /// - Throws: `refused` when the solution is wrong or the captcha has expired: request the next with
  ///   ``again(_:)``; otherwise as ``IDaaS/perform(_:)``.
  public func answer(_ answer: CaptchaSolution) async throws(OAuthError) -> CaptchaProof {
    try await idaas.perform(
      CaptchaCheck(
        token: challenge.token, answer: answer, sender: contact.text, purpose: purpose,
        stateToken: stateToken))
  }

  /// Requests another captcha for the same code.
  ///
  /// - Parameter kind: The kind of captcha; nil for the same kind.
  /// - Throws: The errors of ``IDaaS/perform(_:)``.
  public func again(_ kind: CaptchaKind? = nil) async throws(OAuthError) -> PendingCaptcha {
    let same: CaptchaKind = slider == nil ? .proofOfWork : .slider
    return try await idaas.captcha(
      for: contact, purpose: purpose, kind: kind ?? same, stateToken: stateToken)
  }

  /// Solves the captcha by a computation of this device, and sends the solution. A slider is replaced by a
  /// computation first.
  ///
  /// It takes a moment on another thread, and ends early when the task is cancelled.
  ///
  /// - Throws: `cancelled` when the task was cancelled; `misused` naming `cost` when the service requires
  ///   more than `WorkChallenge.maximumCost`; otherwise as ``answer(_:)``.
  public func work() async throws(OAuthError) -> CaptchaProof {
    guard case .proofOfWork(let challenge) = challenge else {
      return try await again(.proofOfWork).work()
    }
    guard let solution = await Self.solution(of: challenge) else {
      guard !Task.isCancelled else { throw .programCancelled }
      throw .misused("cost", "The service asks for more work than a device should do.")
    }
    return try await answer(.proofOfWork(solution: solution))
  }

  /// Solves the proof of work off the caller's executor; nil when the task is cancelled or the cost is
  /// too high.
  @concurrent
  private static func solution(of challenge: WorkChallenge) async -> String? {
    challenge.solution { !Task.isCancelled }
  }
}
