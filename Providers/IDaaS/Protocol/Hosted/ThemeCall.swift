// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth

/// Requests the theme of the tenant's hosted pages: `GET /api/v2/sdk/theme`.
public struct ThemeCall: BareCall {
  /// `/api/v2/sdk/theme`
  public static let path = "/api/v2/sdk/theme"

  /// Creates the call.
  public init() {}

  /// Reads the theme from the response body.
  public static func reply(_ json: JSONValue) throws(OAuthError) -> PageTheme {
    do throws(Refusal) {
      return try PageTheme(json: json.objectValue ?? [:])
    } catch {
      throw .unusable(error.arguments.first ?? "theme")
    }
  }

  /// Writes the theme as the response body.
  public static func json(_ reply: PageTheme) -> JSONValue { .object(reply.json) }
}
