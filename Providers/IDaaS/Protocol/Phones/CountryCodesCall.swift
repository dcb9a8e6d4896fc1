// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth
public import HTTPTypes

/// The countries whose numbers are taken: `GET /api/v2/sdk/country-codes`.
public struct CountryCodesCall: IDaaSCall {
  /// `GET`
  public static let method = HTTPRequest.Method.get
  /// `/api/v2/sdk/country-codes`
  public static let path = "/api/v2/sdk/country-codes"

  /// A call.
  public init() {}

  /// Nothing.
  public func message() throws(OAuthError) -> CallMessage { CallMessage() }

  /// Nothing is read.
  public init(_ message: CallMessage) throws(Refusal) {}

  /// Reads the list.
  public static func reply(_ json: JSONValue) throws(OAuthError) -> AreaCodes {
    try AreaCodes(json: json.object())
  }

  /// Writes the list.
  public static func json(_ reply: AreaCodes) -> JSONValue { .object(reply.json) }
}
