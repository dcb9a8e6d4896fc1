// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth
public import HTTPTypes

/// The parameters of one call, besides the header fields of ``IDaaSCaller``.
public struct CallMessage: Sendable {
  /// The header fields of this call: `X-state-token`, `session-token`, `Authorization`.
  public var fields: HTTPFields
  /// The parameters of the query.
  public var query: Parameters
  /// The JSON object in the body; empty for a request without a body.
  public var body: JSONObject

  /// Creates a message from its parts.
  ///
  /// - Parameters:
  ///   - fields: The header fields of this call.
  ///   - query: The parameters of the query.
  ///   - body: The JSON object in the body; empty for a request without a body.
  public init(fields: HTTPFields = [:], query: Parameters = [:], body: JSONObject = [:]) {
    self.fields = fields
    self.query = query
    self.body = body
  }
}
