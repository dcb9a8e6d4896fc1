// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// The proof that a captcha was solved. It can be used once.
public struct CaptchaProof: Sendable {
  /// The proof: `captcha_token`.
  public var token: Secret
  /// The lifetime in seconds.
  public var expire: Int

  /// A proof.
  public init(token: Secret, expire: Int) {
    self.token = token
    self.expire = expire
  }
}
