// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// The proof that a captcha was solved. It is good once.
public struct CaptchaProof: Sendable {
  /// The proof: `captcha_token`.
  public var token: Secret
  /// How many seconds it is good.
  public var expire: Int

  /// A proof.
  public init(token: Secret, expire: Int) {
    self.token = token
    self.expire = expire
  }
}
