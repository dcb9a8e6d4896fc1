// SPDX-License-Identifier: Apache-2.0

public import CoatcheckIDaaSProtocol
public import CoatcheckOAuth

extension PendingSignIn {
  /// Requests a captcha. Its proof permits the code for this sign-in to be sent.
  ///
  /// - Parameters:
  ///   - contact: The phone number or e-mail address to verify.
  ///   - kind: A slider to show, or a computation of this device.
  /// - Throws: `misused` when this sign-in waits for something else; otherwise as ``IDaaS/perform(_:)``.
  public func captcha(
    for contact: ContactField, kind: CaptchaKind = .slider
  ) async throws(OAuthError) -> PendingCaptcha {
    try await idaas.captcha(
      for: contact, purpose: messageType(for: contact.method), kind: kind,
      stateToken: login.stateToken)
  }

  /// Requests the code for this sign-in.
  ///
  /// - Parameters:
  ///   - contact: The phone number or e-mail address that the code is sent to.
  ///   - proof: The proof of a captcha for the same contact.
  /// - Returns: When the next code can be requested, and how long this one is valid.
  /// - Throws: `misused` when this sign-in waits for something else; otherwise as ``IDaaS/perform(_:)``,
  ///   with `retryAfter` when codes were requested too often.
  @discardableResult
  public func sendCode(
    to contact: ContactField, proof: CaptchaProof
  ) async throws(OAuthError) -> MessageSent {
    try await idaas.sendCode(
      to: contact, purpose: messageType(for: contact.method), proof: proof.token,
      stateToken: login.stateToken)
  }

  /// Verifies a contact with the code that was sent, and binds or registers the user as ``status``
  /// requires.
  ///
  /// - Parameters:
  ///   - contact: The contact that the code was sent to.
  ///   - code: The code that the user entered.
  /// - Throws: `misused` when this sign-in waits for something else; otherwise as ``bind(_:code:)``.
  public func finish(
    _ contact: ContactField, code: Secret
  ) async throws(OAuthError) -> LoginOutcome {
    switch status {
    case .socialBind: try await bind(contact, code: code)
    case .userRegister: try await register(contact, code: code)
    default: throw .misused("status", "This sign-in does not wait for a phone number.")
    }
  }

  /// Links the social account to the existing user who has the phone number or e-mail address.
  ///
  /// - Parameters:
  ///   - contact: The contact that the code was sent to.
  ///   - code: The code that the user entered.
  /// - Throws: `refused` with the service's code in `providerCode`: after a wrong code the user can try
  ///   again; otherwise as ``IDaaS/signIn(using:storedAs:)``.
  public func bind(
    _ contact: ContactField, code: Secret
  ) async throws(OAuthError) -> LoginOutcome {
    try await settle(Proved(contact: contact, code: code, registers: false), confirms: false)
  }

  /// Registers a new user with the phone number or e-mail address, or links the social account to the user
  /// who has it.
  ///
  /// - Parameters:
  ///   - contact: The contact that the code was sent to.
  ///   - code: The code that the user entered.
  /// - Throws: As ``bind(_:code:)``.
  public func register(
    _ contact: ContactField, code: Secret
  ) async throws(OAuthError) -> LoginOutcome {
    try await settle(Proved(contact: contact, code: code, registers: true), confirms: false)
  }

  /// Confirms that the account that was shown belongs to the user, and links it.
  ///
  /// - Throws: `misused` when no account was found; otherwise as ``bind(_:code:)``.
  public func confirm() async throws(OAuthError) -> LoginOutcome {
    guard let proved else {
      throw .misused("status", "No account was found that could be confirmed.")
    }
    return try await settle(proved, confirms: true)
  }

  /// Requests the code of the second factor.
  ///
  /// - Parameter mobile: The user's phone number, `+86-13800000000` or `13800000000`; the service does not
  ///   disclose it.
  /// - Returns: When the next code can be requested, and how long this one is valid.
  /// - Throws: `refused` with `MFA.1001` in `providerCode` when the number is not the user's; otherwise as
  ///   ``IDaaS/perform(_:)``.
  @discardableResult
  public func sendSecondFactor(to mobile: String) async throws(OAuthError) -> MessageSent {
    try await idaas.perform(MFASend(stateToken: login.stateToken, mobile: mobile))
  }

  /// Verifies the code of the second factor.
  ///
  /// - Parameter code: The code that the user entered.
  /// - Throws: `refused` for a wrong code, which the user can enter again; otherwise as
  ///   ``IDaaS/signIn(using:storedAs:)``.
  public func verifySecondFactor(code: Secret) async throws(OAuthError) -> LoginOutcome {
    let site = try await idaas.site()
    return try await outcome(
      of: site.perform(MFAVerify(stateToken: login.stateToken, code: code)), site)
  }

  private func settle(
    _ proved: Proved, confirms: Bool
  ) async throws(OAuthError) -> LoginOutcome {
    let site = try await idaas.site()
    let reply: LoginReply
    if proved.registers {
      reply = try await site.perform(
        RegisterSocial(
          stateToken: login.stateToken, contact: proved.contact, code: proved.code,
          confirms: confirms))
    } else {
      reply = try await site.perform(
        BindSocial(
          stateToken: login.stateToken, contact: proved.contact, code: proved.code,
          confirms: confirms))
    }
    let outcome = try await outcome(of: reply, site)
    guard case .confirmLink(var pending) = outcome else { return outcome }
    // When the user confirms the account, the same contact and code are sent again.
    pending.proved = proved
    return .confirmLink(pending)
  }
}

extension ContactField {
  /// The number or address as it was given.
  var text: String {
    switch self {
    case .mobile(let text), .email(let text): text
    }
  }

  /// The method that verifies it.
  public var method: VerificationMethod {
    switch self {
    case .mobile: .phone
    case .email: .email
    }
  }
}
