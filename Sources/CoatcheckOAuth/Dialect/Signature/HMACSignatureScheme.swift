// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE

/// A scheme of the `Authorization` field in which the client signs each request by HMAC-SHA256 with its secret.
///
/// The signature covers method and query, and neither host nor path nor body. Seen at OCLC.
public struct HMACSignatureScheme: Sendable, Hashable {
  /// The name of the scheme in the field. It may be a URL, to which no request is sent.
  public let name: String
  /// The name of the client authentication method, for `token_endpoint_auth_methods_supported`.
  public let method: String
  /// The fixed lines of the signed text, between the method and the parameters of the query.
  public let lines: [String]
  /// The name of the parameter with the id of the user, in the field or in the query.
  public let principalField: String
  /// The name of the parameter with the namespace of that id.
  public let namespaceField: String

  /// Creates a scheme.
  ///
  /// - Parameters:
  ///   - name: The name of the scheme in the field.
  ///   - method: The name of the client authentication method, for
  ///     `token_endpoint_auth_methods_supported`.
  ///   - lines: The fixed lines of the signed text, without line feeds.
  ///   - principalField: The name of the parameter with the id of the user.
  ///   - namespaceField: The name of the parameter with the namespace of that id.
  public init(
    name: String, method: String, lines: [String], principalField: String, namespaceField: String
  ) {
    self.name = name
    self.method = method
    self.lines = lines
    self.principalField = principalField
    self.namespaceField = namespaceField
  }

  /// The scheme as JSON, which is stored with a dialect.
  var json: JSONObject {
    [
      "name": .string(name), "method": .string(method),
      "lines": .array(lines.map(JSONValue.string)), "principal": .string(principalField),
      "namespace": .string(namespaceField),
    ]
  }

  /// Reads a stored scheme; nil when a member is missing or has the wrong type.
  init?(json: JSONObject) {
    guard let name = json["name"]?.stringValue, let method = json["method"]?.stringValue,
      let array = json["lines"]?.arrayValue, let principal = json["principal"]?.stringValue,
      let namespace = json["namespace"]?.stringValue,
      case let lines = array.compactMap(\.stringValue), lines.count == array.count
    else { return nil }
    self.init(
      name: name, method: method, lines: lines, principalField: principal,
      namespaceField: namespace)
  }
}
