// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth

/// Requests the application's public key, with which signed refreshes are encrypted:
/// `GET /api/v2/sdk/public-key`.
///
/// The reply is the SubjectPublicKeyInfo of the key in base64.
public struct PublicKeyCall: BareCall {
  /// `/api/v2/sdk/public-key`
  public static let path = "/api/v2/sdk/public-key"

  /// Creates the call.
  public init() {}

  /// Reads the key from the response body.
  public static func reply(_ json: JSONValue) throws(OAuthError) -> String {
    try json.object().wanted("public_key")
  }

  /// Writes the key as the response body.
  public static func json(_ reply: String) -> JSONValue {
    .object(["public_key": .string(reply)])
  }
}
