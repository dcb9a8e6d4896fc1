// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth
public import HTTPTypes

/// Exchanges what a page came to: `POST /api/v2/sdk/hosted-session/complete`.
public struct HostedCompletion: IDaaSCall {
  /// `POST`
  public static let method = HTTPRequest.Method.post
  /// `/api/v2/sdk/hosted-session/complete`
  public static let path = "/api/v2/sdk/hosted-session/complete"

  /// What the browser brought back: good once.
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

  /// Reads the answer.
  public static func reply(_ json: JSONValue) throws(OAuthError) -> LoginReply {
    try LoginReply(json: json)
  }

  /// Writes the answer.
  public static func json(_ reply: LoginReply) -> JSONValue { reply.json }
}
