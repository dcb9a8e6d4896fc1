// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// Signs a user of Weibo in: `POST /api/v2/sdk/login/weibo`.
public struct WeiboLogin: IDaaSCall {
  /// The reply.
  public typealias Reply = LoginReply
  /// What shows whom Weibo knows.
  public enum Proof: Sendable {
    /// What Weibo's own app gave to this one. The server asks Weibo whether it is true.
    case token(Secret, uid: String)
    /// What the server itself gave after its own exchange with Weibo, and the proof that it was asked for
    /// by this installation.
    case ticket(Secret, verifier: Secret)
    /// Weibo's code, for the redirect URI that it was sent to.
    case code(Secret, redirectURI: String)
  }

  /// `/api/v2/sdk/login/weibo`
  public static let path = "/api/v2/sdk/login/weibo"

  /// What shows whom Weibo knows.
  public let proof: Proof

  /// A login.
  public init(_ proof: Proof) { self.proof = proof }

  /// The body: one of three, by what there is to show.
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

  /// Reads the body.
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
