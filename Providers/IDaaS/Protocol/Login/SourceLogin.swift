// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth
public import HTTPTypes

/// Signs in with the code of another source's app: `SourceLogin<WeChat>`.
public struct SourceLogin<Source: LoginSource>: IDaaSCall {
  /// `POST`
  public static var method: HTTPRequest.Method { .post }
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

  /// Reads the answer.
  public static func reply(_ json: JSONValue) throws(OAuthError) -> LoginReply {
    try LoginReply(json: json)
  }

  /// Writes the answer.
  public static func json(_ reply: LoginReply) -> JSONValue { reply.json }
}
