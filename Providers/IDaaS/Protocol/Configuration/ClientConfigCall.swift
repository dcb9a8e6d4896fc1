// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth

/// What an application may know before a user signs in: `GET /api/v2/sdk/client-config`.
public struct ClientConfigCall: BareCall {
  /// `/api/v2/sdk/client-config`
  public static let path = "/api/v2/sdk/client-config"

  /// Creates the call.
  public init() {}

  /// Reads the response.
  public static func reply(_ json: JSONValue) throws(OAuthError) -> ClientConfig {
    try ClientConfig(json: json.object())
  }

  /// Writes the response.
  public static func json(_ reply: ClientConfig) -> JSONValue { .object(reply.json) }
}
