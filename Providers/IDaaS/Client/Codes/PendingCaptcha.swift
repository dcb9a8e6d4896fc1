// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
public import CoatcheckIDaaSProtocol
public import CoatcheckOAuth

/// A captcha that waits for its answer. It takes one answer, right or wrong; ``again(_:)`` gets the next.
public struct PendingCaptcha: Sendable {
  /// What to solve.
  public let challenge: CaptchaChallenge
  /// Whom the code is for.
  public let contact: ContactField
  /// What the code is for.
  public let purpose: MessageType
  let stateToken: Secret?
  let idaas: IDaaS

  /// The slider to show; nil for another kind.
  public var slider: SliderChallenge? {
    if case .slider(let slider) = challenge { slider } else { nil }
  }

  /// Gives the answer.
  ///
  /// - Parameter answer: Where the piece was put, or the number that was found.
  /// - Returns: The proof, for one code to this contact.
  /// - Throws: `refused` when the answer is wrong or came too late.
  public func answer(_ answer: CaptchaSolution) async throws(OAuthError) -> CaptchaProof {
    try await idaas.perform(
      CaptchaCheck(
        token: challenge.token, answer: answer, sender: contact.text, purpose: purpose,
        stateToken: stateToken))
  }

  /// The next captcha for the same code.
  ///
  /// - Parameter kind: Which kind; nil for the same.
  public func again(_ kind: CaptchaKind? = nil) async throws(OAuthError) -> PendingCaptcha {
    let same: CaptchaKind = slider == nil ? .proofOfWork : .slider
    return try await idaas.captcha(
      for: contact, purpose: purpose, kind: kind ?? same, stateToken: stateToken)
  }

  /// Solves the captcha by the work of this device, and gives the answer. A slider is changed for work first.
  ///
  /// It takes a moment on a thread of its own, and ends early when the task is cancelled.
  ///
  /// - Throws: `cancelled`; `misused` when the work is more than a device should do; else as ``answer(_:)``.
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

  /// Finds the number off the caller's executor.
  @concurrent
  private static func solution(of challenge: WorkChallenge) async -> String? {
    challenge.solution { !Task.isCancelled }
  }
}
