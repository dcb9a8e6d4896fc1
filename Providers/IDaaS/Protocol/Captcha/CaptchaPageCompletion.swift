// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth

/// Exchanges the ticket of a hosted captcha page for the proof: `POST /api/v2/sdk/captcha/page/complete`.
public struct CaptchaPageCompletion: IDaaSCall {
  /// `/api/v2/sdk/captcha/page/complete`
  public static let path = "/api/v2/sdk/captcha/page/complete"

  /// The ticket in the redirect of the browser. It can be used once.
  public let ticket: Secret
  /// The code verifier of ``PageDestination/codeChallenge``.
  public let verifier: Secret

  /// Creates the call.
  ///
  /// - Parameters:
  ///   - ticket: The ticket in the redirect of the browser. It can be used once.
  ///   - verifier: The code verifier of ``PageDestination/codeChallenge``.
  public init(ticket: Secret, verifier: Secret) {
    self.ticket = ticket
    self.verifier = verifier
  }

  /// The message of this call: a JSON body.
  public func message() throws(OAuthError) -> CallMessage {
    try HostedCompletion(ticket: ticket, verifier: verifier).message()
  }

  /// Reads the call from a message: its JSON body.
  public init(_ message: CallMessage) throws(Refusal) {
    let same = try HostedCompletion(message)
    self.init(ticket: same.ticket, verifier: same.verifier)
  }

  /// Reads the proof from the response body.
  public static func reply(_ json: JSONValue) throws(OAuthError) -> CaptchaProof {
    try CaptchaCheck.reply(json)
  }

  /// Writes the proof as the response body.
  public static func json(_ reply: CaptchaProof) -> JSONValue { CaptchaCheck.json(reply) }
}
