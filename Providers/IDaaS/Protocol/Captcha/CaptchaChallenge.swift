// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// A captcha to solve.
public enum CaptchaChallenge: Sendable {
  /// A piece and the picture it belongs into.
  case slider(SliderChallenge)
  /// A number to find.
  case proofOfWork(WorkChallenge)

  /// Its name, for the check.
  public var token: Secret {
    switch self {
    case .slider(let challenge): challenge.token
    case .proofOfWork(let challenge): challenge.token
    }
  }

  /// How many seconds it may take.
  public var expire: Int {
    switch self {
    case .slider(let challenge): challenge.expire
    case .proofOfWork(let challenge): challenge.expire
    }
  }
}
