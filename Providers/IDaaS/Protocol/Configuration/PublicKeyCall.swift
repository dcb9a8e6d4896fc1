// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth

/// The application's public key, which signed refreshes are sealed with: `GET /api/v2/sdk/public-key`.
///
/// The response is the key's SubjectPublicKeyInfo in base64.
public struct PublicKeyCall: BareCall {
  /// `/api/v2/sdk/public-key`
  public static let path = "/api/v2/sdk/public-key"

  /// Creates the call.
  public init() {}

  /// Reads the key.
  public static func reply(_ json: JSONValue) throws(OAuthError) -> String {
    try json.object().wanted("public_key")
  }

  /// Writes the key.
  public static func json(_ reply: String) -> JSONValue {
    .object(["public_key": .string(reply)])
  }
}
