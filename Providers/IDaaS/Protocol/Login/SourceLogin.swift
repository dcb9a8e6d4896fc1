// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// Signs in with the code of another authentication source: `SourceLogin<WeChat>`.
public struct SourceLogin<Source: LoginSource>: IDaaSCall {
  /// The reply to this call.
  public typealias Reply = LoginReply
  /// The path of the source.
  public static var path: String { Source.path }

  /// The code that the source's app returned.
  public let code: Secret

  /// Creates the call.
  public init(code: Secret) { self.code = code }

  /// The message of this call: a JSON body.
  public func message() throws(OAuthError) -> CallMessage {
    CallMessage(body: ["code": .string(code.reveal())])
  }

  /// Reads the call from a message: its JSON body.
  public init(_ message: CallMessage) throws(Refusal) {
    code = Secret(try message.body.required("code"))
  }
}
