// SPDX-License-Identifier: Apache-2.0

public import CoatcheckIDaaSProtocol
public import CoatcheckOAuth

extension PendingSignIn {
  /// A captcha, whose proof lets the code for this sign-in be sent.
  ///
  /// - Parameters:
  ///   - contact: The phone number or e-mail address that is to be proved.
  ///   - kind: A slider to show, or work for this device.
  /// - Throws: `misused` when this sign-in waits for something else; else as ``IDaaS/perform(_:)``.
  public func captcha(
    for contact: ContactField, kind: CaptchaKind = .slider
  ) async throws(OAuthError) -> PendingCaptcha {
    try await idaas.captcha(
      for: contact, purpose: messageType(for: contact.method), kind: kind,
      stateToken: login.stateToken)
  }

  /// Has the code sent.
  ///
  /// - Parameters:
  ///   - contact: Where to.
  ///   - proof: The proof of a captcha for the same contact.
  @discardableResult
  public func sendCode(
    to contact: ContactField, proof: CaptchaProof
  ) async throws(OAuthError) -> MessageSent {
    try await idaas.sendCode(
      to: contact, purpose: messageType(for: contact.method), proof: proof.token,
      stateToken: login.stateToken)
  }

  /// Binds or registers, as the status says, with a code that was sent.
  ///
  /// - Parameters:
  ///   - contact: What is proved.
  ///   - code: The code.
  /// - Throws: `misused` when this sign-in waits for something else; `refused` with the service's code in
  ///   `providerCode`: a wrong code can be tried again.
  public func finish(
    _ contact: ContactField, code: Secret
  ) async throws(OAuthError) -> LoginOutcome {
    switch status {
    case .socialBind: try await bind(contact, code: code)
    case .userRegister: try await register(contact, code: code)
    default: throw .misused("status", "This sign-in does not wait for a phone number.")
    }
  }

  /// Binds: the phone number or e-mail address is an existing user's.
  public func bind(
    _ contact: ContactField, code: Secret
  ) async throws(OAuthError) -> LoginOutcome {
    try await settle(Proved(contact: contact, code: code, registers: false), confirms: false)
  }

  /// Registers, or binds where the phone number or e-mail address is a user's already.
  public func register(
    _ contact: ContactField, code: Secret
  ) async throws(OAuthError) -> LoginOutcome {
    try await settle(Proved(contact: contact, code: code, registers: true), confirms: false)
  }

  /// Says that the account which was shown is the user's.
  ///
  /// - Throws: `misused` when nothing waits for that.
  public func confirm() async throws(OAuthError) -> LoginOutcome {
    guard let proved else {
      throw .misused("status", "No account was found that could be confirmed.")
    }
    return try await settle(proved, confirms: true)
  }

  /// Has the code for the second factor sent.
  ///
  /// - Parameter mobile: The user's phone number: the service does not tell it.
  @discardableResult
  public func sendSecondFactor(to mobile: String) async throws(OAuthError) -> MessageSent {
    try await idaas.perform(MFASend(stateToken: login.stateToken, mobile: mobile))
  }

  /// Gives the code of the second factor.
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
    // The same is sent once more with a yes.
    pending.proved = proved
    return .confirmLink(pending)
  }
}

/// What a user has proved before an account was shown to them.
struct Proved: Sendable {
  let contact: ContactField
  let code: Secret
  let registers: Bool
}

extension ContactField {
  /// The number or address as it was given.
  var text: String {
    switch self {
    case .mobile(let text), .email(let text): text
    }
  }

  /// Which method proves it.
  public var method: VerificationMethod {
    switch self {
    case .mobile: .phone
    case .email: .email
    }
  }
}
