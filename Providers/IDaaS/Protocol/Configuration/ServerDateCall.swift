// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth
public import CoatcheckFoundation

/// Requests the server's time, for devices whose wall clock is wrong: `GET /api/v2/sdk/server-date`.
public struct ServerDateCall: BareCall {
  /// `/api/v2/sdk/server-date`
  public static let path = "/api/v2/sdk/server-date"

  /// Creates the call.
  public init() {}

  /// Reads the time, in milliseconds since 1970, from the response body.
  public static func reply(_ json: JSONValue) throws(OAuthError) -> Date {
    // The end of the year 9999, in milliseconds.
    let latest = 253_402_300_799_999
    guard let milliseconds = try json.object().integer("server_date"),
      (0...latest).contains(milliseconds)
    else { throw .unusable("server_date") }
    return Date(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  /// Writes the time, in milliseconds since 1970, as the response body.
  public static func json(_ reply: Date) -> JSONValue {
    let milliseconds = (reply.timeIntervalSince1970 * 1000).rounded()
    return .object(["server_date": .number(JSONNumber(Int(exactly: milliseconds) ?? 0))])
  }
}
