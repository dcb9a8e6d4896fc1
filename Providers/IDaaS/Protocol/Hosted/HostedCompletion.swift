// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// Exchanges the result of a page: `POST /api/v2/sdk/hosted-session/complete`.
public struct HostedCompletion: IDaaSCall {
  /// The reply.
  public typealias Reply = LoginReply
  /// `/api/v2/sdk/hosted-session/complete`
  public static let path = "/api/v2/sdk/hosted-session/complete"

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
    CallMessage(body: [
      "ticket": .string(ticket.reveal()), "code_verifier": .string(verifier.reveal()),
    ])
  }

  /// Reads the body.
  public init(_ message: CallMessage) throws(Refusal) {
    ticket = Secret(try message.body.required("ticket"))
    verifier = Secret(try message.body.required("code_verifier"))
  }
}
