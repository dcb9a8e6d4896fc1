// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth
public import HTTPTypes

/// How the tenant's pages look: `GET /api/v2/sdk/theme`.
public struct ThemeCall: IDaaSCall {
  /// `GET`
  public static let method = HTTPRequest.Method.get
  /// `/api/v2/sdk/theme`
  public static let path = "/api/v2/sdk/theme"

  /// A call.
  public init() {}

  /// Nothing.
  public func message() throws(OAuthError) -> CallMessage { CallMessage() }

  /// Nothing is read.
  public init(_ message: CallMessage) throws(Refusal) {}

  /// Reads the theme.
  public static func reply(_ json: JSONValue) throws(OAuthError) -> PageTheme {
    do throws(Refusal) {
      return try PageTheme(json: json.objectValue ?? [:])
    } catch {
      throw .unusable(error.arguments.first ?? "theme")
    }
  }

  /// Writes the theme.
  public static func json(_ reply: PageTheme) -> JSONValue { .object(reply.json) }
}
