// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth

/// Requests the configuration of an application that is public before a sign-in:
/// `GET /api/v2/sdk/client-config`.
public struct ClientConfigCall: BareCall {
  /// `/api/v2/sdk/client-config`
  public static let path = "/api/v2/sdk/client-config"

  /// Creates the call.
  public init() {}

  /// Reads the configuration from the response body.
  public static func reply(_ json: JSONValue) throws(OAuthError) -> ClientConfig {
    try ClientConfig(json: json.object())
  }

  /// Writes the configuration as the response body.
  public static func json(_ reply: ClientConfig) -> JSONValue { .object(reply.json) }
}
