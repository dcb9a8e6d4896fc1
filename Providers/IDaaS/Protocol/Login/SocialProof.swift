// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// Ends a login by linking it to the user who proves a phone number or e-mail address: `POST /api/v2/sdk/social/bind`.
public typealias BindSocial = SocialProof<SocialBinding>

/// Ends a login by linking it to the user who proves a phone number or e-mail address, a new one if need be:
/// `POST /api/v2/sdk/social/register-bind`.
public typealias RegisterSocial = SocialProof<SocialRegistration>

/// Ends a login by a proof: ``BindSocial`` or ``RegisterSocial``.
public struct SocialProof<Ending: SocialCompletion>: IDaaSCall {
  /// The reply.
  public typealias Reply = LoginReply
  /// The ending's path.
  public static var path: String { Ending.path }

  /// The login that waits.
  public let stateToken: Secret
  /// What is proved.
  public let contact: ContactField
  /// The code that was sent there.
  public let code: Secret
  /// Whether the account that was shown is meant.
  public let confirms: Bool

  /// A call.
  public init(
    stateToken: Secret, contact: ContactField, code: Secret, confirms: Bool = false
  ) {
    self.stateToken = stateToken
    self.contact = contact
    self.code = code
    self.confirms = confirms
  }

  /// The body, and the field with the login.
  public func message() throws(OAuthError) -> CallMessage {
    var message = CallMessage()
    contact.write(to: &message.body)
    message.body["verify_code"] = .string(code.reveal())
    if confirms { message.body["confirm"] = true }
    try message.set(CallMessage.stateToken, stateToken)
    return message
  }

  /// Reads the body and the field.
  public init(_ message: CallMessage) throws(Refusal) {
    stateToken = try message.required(CallMessage.stateToken)
    contact = try ContactField(body: message.body)
    code = Secret(try message.body.required("verify_code"))
    confirms = try message.body.flag("confirm")
  }
}
