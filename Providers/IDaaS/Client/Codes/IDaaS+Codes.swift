// SPDX-License-Identifier: Apache-2.0

public import CoatcheckIDaaSProtocol
public import CoatcheckOAuth

/// What a sign-in needs first: countries, configuration, captchas and codes.
extension IDaaS {
  /// The countries whose phone numbers are taken.
  ///
  /// - Throws: As ``perform(_:)``.
  public func areaCodes() async throws(OAuthError) -> AreaCodes {
    try await perform(CountryCodesCall())
  }

  /// What a client may know before a user signs in.
  public func clientConfig() async throws(OAuthError) -> ClientConfig {
    try await perform(ClientConfigCall())
  }

  /// A captcha, whose proof lets a code be sent.
  ///
  /// - Parameters:
  ///   - contact: The phone number or e-mail address that the code is for.
  ///   - purpose: What the code is for.
  ///   - kind: A slider to show, or work for this device, for users who cannot see or drag.
  public func captcha(
    for contact: ContactField, purpose: MessageType, kind: CaptchaKind = .slider
  ) async throws(OAuthError) -> PendingCaptcha {
    try await captcha(for: contact, purpose: purpose, kind: kind, stateToken: nil)
  }

  func captcha(
    for contact: ContactField, purpose: MessageType, kind: CaptchaKind, stateToken: Secret?
  ) async throws(OAuthError) -> PendingCaptcha {
    let site = try await site()
    let challenge = try await site.perform(CaptchaCall(kind: kind, purpose: purpose))
    return PendingCaptcha(
      challenge: challenge, contact: contact, purpose: purpose, stateToken: stateToken,
      idaas: self)
  }

  /// Has a code sent.
  ///
  /// - Parameters:
  ///   - contact: Where to.
  ///   - purpose: What it is for.
  ///   - proof: The proof of a captcha that was for the same contact and purpose.
  ///   - idToken: The user who is signed in, for purposes that require one.
  /// - Throws: As ``perform(_:)``; with `retryAfter` when it was asked for too often.
  @discardableResult
  public func sendCode(
    to contact: ContactField, purpose: MessageType, proof: CaptchaProof, idToken: Secret? = nil
  ) async throws(OAuthError) -> MessageSent {
    try await sendCode(
      to: contact, purpose: purpose, proof: proof.token, stateToken: nil, idToken: idToken)
  }

  func sendCode(
    to contact: ContactField, purpose: MessageType, proof: Secret, stateToken: Secret?,
    idToken: Secret? = nil
  ) async throws(OAuthError) -> MessageSent {
    switch contact {
    case .mobile(let mobile):
      try await perform(
        SendSMS(
          to: mobile, type: purpose.rawValue, captchaToken: proof, stateToken: stateToken,
          idToken: idToken))
    case .email(let email):
      try await perform(
        SendEmail(
          to: email, type: purpose.rawValue, captchaToken: proof, stateToken: stateToken,
          idToken: idToken))
    }
  }
}
