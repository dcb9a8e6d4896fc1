// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// The proof that a captcha was solved. It permits one code to be sent.
public struct CaptchaProof: Sendable {
  /// The token of the proof: `captcha_token`.
  public var token: Secret
  /// The lifetime of the proof in seconds.
  public var expire: Int

  /// Creates a proof.
  ///
  /// - Parameters:
  ///   - token: The token of the proof: `captcha_token`.
  ///   - expire: The lifetime of the proof in seconds.
  public init(token: Secret, expire: Int) {
    self.token = token
    self.expire = expire
  }
}
