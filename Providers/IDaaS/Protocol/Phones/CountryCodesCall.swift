// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth

/// Requests the countries whose phone numbers are accepted: `GET /api/v2/sdk/country-codes`.
public struct CountryCodesCall: BareCall {
  /// `/api/v2/sdk/country-codes`
  public static let path = "/api/v2/sdk/country-codes"

  /// Creates the call.
  public init() {}

  /// Reads the list from the response body.
  public static func reply(_ json: JSONValue) throws(OAuthError) -> AreaCodes {
    try AreaCodes(json: json.object())
  }

  /// Writes the list as the response body.
  public static func json(_ reply: AreaCodes) -> JSONValue { .object(reply.json) }
}
