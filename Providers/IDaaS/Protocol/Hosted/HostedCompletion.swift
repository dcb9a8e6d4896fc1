// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// Exchanges the ticket of a hosted page for its result: `POST /api/v2/sdk/hosted-session/complete`.
public struct HostedCompletion: IDaaSCall {
  /// The reply to this call.
  public typealias Reply = LoginReply
  /// `/api/v2/sdk/hosted-session/complete`
  public static let path = "/api/v2/sdk/hosted-session/complete"

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
    CallMessage(body: [
      "ticket": .string(ticket.reveal()), "code_verifier": .string(verifier.reveal()),
    ])
  }

  /// Reads the call from a message: its JSON body.
  public init(_ message: CallMessage) throws(Refusal) {
    ticket = Secret(try message.body.required("ticket"))
    verifier = Secret(try message.body.required("code_verifier"))
  }
}
