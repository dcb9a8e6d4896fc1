// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth
public import HTTPTypes

/// What one call carries besides the caller's fields.
public struct CallMessage: Sendable {
  /// Header fields of this call: `X-state-token`, `session-token`, `Authorization`.
  public var fields: HTTPFields
  /// The query.
  public var query: Parameters
  /// The JSON object in the body; empty when absent.
  public var body: JSONObject

  /// Puts a message together.
  public init(fields: HTTPFields = [:], query: Parameters = [:], body: JSONObject = [:]) {
    self.fields = fields
    self.query = query
    self.body = body
  }
}
