// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// Signs in with the code of another source's app: `SourceLogin<WeChat>`.
public struct SourceLogin<Source: LoginSource>: IDaaSCall {
  /// The reply.
  public typealias Reply = LoginReply
  /// The source's path.
  public static var path: String { Source.path }

  /// What the source's app gave.
  public let code: Secret

  /// A login.
  public init(code: Secret) { self.code = code }

  /// The body.
  public func message() throws(OAuthError) -> CallMessage {
    CallMessage(body: ["code": .string(code.reveal())])
  }

  /// Reads the body.
  public init(_ message: CallMessage) throws(Refusal) {
    code = Secret(try message.body.required("code"))
  }
}
