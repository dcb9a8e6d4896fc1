// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// Signs in a user of Weibo: `POST /api/v2/sdk/login/weibo`.
public struct WeiboLogin: IDaaSCall {
  /// The reply to this call.
  public typealias Reply = LoginReply
  /// The credential that identifies the user at Weibo.
  public enum Proof: Sendable {
    /// An access token of Weibo's own app, with Weibo's identifier of the user. The server asks Weibo
    /// whether both are valid.
    case token(Secret, uid: String)
    /// A ticket that the server issued after its own exchange with Weibo, with the code verifier of the
    /// request.
    case ticket(Secret, verifier: Secret)
    /// Weibo's authorization code, with the redirect URI that it was sent to.
    case code(Secret, redirectURI: String)
  }

  /// `/api/v2/sdk/login/weibo`
  public static let path = "/api/v2/sdk/login/weibo"

  /// The credential that identifies the user at Weibo.
  public let proof: Proof

  /// Creates the call.
  public init(_ proof: Proof) { self.proof = proof }

  /// The message of this call: a JSON body for the kind of credential.
  public func message() throws(OAuthError) -> CallMessage {
    switch proof {
    case .token(let token, let uid):
      CallMessage(body: ["access_token": .string(token.reveal()), "uid": .string(uid)])
    case .ticket(let ticket, let verifier):
      CallMessage(body: [
        "ticket": .string(ticket.reveal()), "code_verifier": .string(verifier.reveal()),
      ])
    case .code(let code, let redirectURI):
      CallMessage(body: ["code": .string(code.reveal()), "redirect_uri": .string(redirectURI)])
    }
  }

  /// Reads the call from a message: its JSON body.
  public init(_ message: CallMessage) throws(Refusal) {
    let body = message.body
    if body["ticket"] != nil {
      proof = .ticket(
        Secret(try body.required("ticket")), verifier: Secret(try body.required("code_verifier")))
    } else if body["code"] != nil {
      proof = .code(
        Secret(try body.required("code")), redirectURI: try body.required("redirect_uri"))
    } else {
      proof = .token(Secret(try body.required("access_token")), uid: try body.required("uid"))
    }
  }
}
