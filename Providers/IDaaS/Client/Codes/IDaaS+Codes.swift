// SPDX-License-Identifier: Apache-2.0

public import CoatcheckIDaaSProtocol
public import CoatcheckOAuth

/// The calls that prepare a sign-in: countries, configuration, captchas and codes.
extension IDaaS {
  /// Returns the countries whose phone numbers the tenant accepts.
  ///
  /// - Throws: The errors of ``perform(_:)``.
  public func areaCodes() async throws(OAuthError) -> AreaCodes {
    try await perform(CountryCodesCall())
  }

  /// Returns the application's configuration that is public before a sign-in: languages, sources, captchas
  /// and codes.
  ///
  /// - Throws: The errors of ``perform(_:)``.
  public func clientConfig() async throws(OAuthError) -> ClientConfig {
    try await perform(ClientConfigCall())
  }

  /// Requests a captcha. Its proof permits one code to be sent.
  ///
  /// - Parameters:
  ///   - contact: The phone number or e-mail address that the code is for.
  ///   - purpose: What the code is for.
  ///   - kind: A slider to show, or a computation of this device, for users who cannot see or drag a
  ///     slider.
  /// - Throws: The errors of ``perform(_:)``.
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

  /// Requests a code by text message or e-mail.
  ///
  /// - Parameters:
  ///   - contact: The phone number or e-mail address that the code is sent to.
  ///   - purpose: What the code is for.
  ///   - proof: The proof of a captcha for the same contact and purpose.
  ///   - idToken: The ID token of the signed-in user, for purposes that require one; nil for others.
  /// - Returns: When the next code can be requested, and how long this one is valid.
  /// - Throws: The errors of ``perform(_:)``, with `retryAfter` when codes were requested too often.
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
