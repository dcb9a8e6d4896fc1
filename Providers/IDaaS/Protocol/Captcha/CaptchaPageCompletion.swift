// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth

/// Exchanges the result of a page with a captcha: `POST /api/v2/sdk/captcha/page/complete`.
public struct CaptchaPageCompletion: IDaaSCall {
  /// `/api/v2/sdk/captcha/page/complete`
  public static let path = "/api/v2/sdk/captcha/page/complete"

  /// What the browser returned: accepted once.
  public let ticket: Secret
  /// The proof that this installation asked for the page.
  public let verifier: Secret

  /// A call.
  public init(ticket: Secret, verifier: Secret) {
    self.ticket = ticket
    self.verifier = verifier
  }

  /// The body.
  public func message() throws(OAuthError) -> CallMessage {
    try HostedCompletion(ticket: ticket, verifier: verifier).message()
  }

  /// Reads the body.
  public init(_ message: CallMessage) throws(Refusal) {
    let same = try HostedCompletion(message)
    self.init(ticket: same.ticket, verifier: same.verifier)
  }

  /// Reads the proof.
  public static func reply(_ json: JSONValue) throws(OAuthError) -> CaptchaProof {
    try CaptchaCheck.reply(json)
  }

  /// Writes the proof.
  public static func json(_ reply: CaptchaProof) -> JSONValue { CaptchaCheck.json(reply) }
}
