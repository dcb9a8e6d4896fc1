// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// Completes a login by linking it to the existing user who verifies a phone number or e-mail address:
/// `POST /api/v2/sdk/social/bind`.
public typealias BindSocial = SocialProof<SocialBinding>

/// Completes a login by linking it to the user who verifies a phone number or e-mail address, or to a new
/// user: `POST /api/v2/sdk/social/register-bind`.
public typealias RegisterSocial = SocialProof<SocialRegistration>

/// Completes a login with a verified contact: ``BindSocial`` or ``RegisterSocial``.
public struct SocialProof<Ending: SocialCompletion>: IDaaSCall {
  /// The reply to this call.
  public typealias Reply = LoginReply
  /// The path of the completion.
  public static var path: String { Ending.path }

  /// The state token of the pending login.
  public let stateToken: Secret
  /// The contact that is verified.
  public let contact: ContactField
  /// The code that was sent to the contact.
  public let code: Secret
  /// Whether the user confirms that the account that was shown is theirs.
  public let confirms: Bool

  /// Creates the call.
  ///
  /// - Parameters:
  ///   - stateToken: The state token of the pending login.
  ///   - contact: The contact that is verified.
  ///   - code: The code that was sent to the contact.
  ///   - confirms: Whether the user confirms that the account that was shown is theirs.
  public init(
    stateToken: Secret, contact: ContactField, code: Secret, confirms: Bool = false
  ) {
    self.stateToken = stateToken
    self.contact = contact
    self.code = code
    self.confirms = confirms
  }

  /// The message of this call: a JSON body, and the state token in the header field `X-state-token`.
  public func message() throws(OAuthError) -> CallMessage {
    var message = CallMessage()
    contact.write(to: &message.body)
    message.body["verify_code"] = .string(code.reveal())
    if confirms { message.body["confirm"] = true }
    try message.set(CallMessage.stateToken, stateToken)
    return message
  }

  /// Reads the call from a message: its JSON body and its header field.
  public init(_ message: CallMessage) throws(Refusal) {
    stateToken = try message.required(CallMessage.stateToken)
    contact = try ContactField(body: message.body)
    code = Secret(try message.body.required("verify_code"))
    confirms = try message.body.flag("confirm")
  }
}
