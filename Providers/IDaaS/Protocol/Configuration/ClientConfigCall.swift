// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth
public import HTTPTypes

/// What an application may know before anybody signs in: `GET /api/v2/sdk/client-config`.
public struct ClientConfigCall: IDaaSCall {
  /// `GET`
  public static let method = HTTPRequest.Method.get
  /// `/api/v2/sdk/client-config`
  public static let path = "/api/v2/sdk/client-config"

  /// A call.
  public init() {}

  /// Nothing.
  public func message() throws(OAuthError) -> CallMessage { CallMessage() }

  /// Nothing is read.
  public init(_ message: CallMessage) throws(Refusal) {}

  /// Reads the answer.
  public static func reply(_ json: JSONValue) throws(OAuthError) -> ClientConfig {
    try ClientConfig(json: json.object())
  }

  /// Writes the answer.
  public static func json(_ reply: ClientConfig) -> JSONValue { .object(reply.json) }
}
