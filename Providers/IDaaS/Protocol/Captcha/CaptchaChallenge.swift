// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// A captcha challenge.
public enum CaptchaChallenge: Sendable {
  /// A piece that the user moves to its place in a picture.
  case slider(SliderChallenge)
  /// A number that the device finds by a computation.
  case proofOfWork(WorkChallenge)

  /// The token that names the challenge in its solution.
  public var token: Secret {
    switch self {
    case .slider(let challenge): challenge.token
    case .proofOfWork(let challenge): challenge.token
    }
  }

  /// The lifetime of the challenge in seconds.
  public var expire: Int {
    switch self {
    case .slider(let challenge): challenge.expire
    case .proofOfWork(let challenge): challenge.expire
    }
  }
}
