// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

/// One thing that is asked for in more detail than a scope can: a payment, a file, an account.
///
/// ```swift
/// var payment = AuthorizationDetail(type: "payment_initiation")
/// payment.members["instructedAmount"] = ["currency": "EUR", "amount": "123.50"]
/// options.details = [payment]
/// ```
///
/// [RFC 9396 §2](https://www.rfc-editor.org/rfc/rfc9396#section-2).
public struct AuthorizationDetail: Sendable, Hashable {
  /// What kind of thing it is; it says which members there are.
  public let type: String
  /// All members but the type.
  public var members: JSONObject

  /// A thing of a kind.
  public init(type: String, members: JSONObject = [:]) {
    self.type = type
    self.members = members
  }

  /// `locations`: where the thing is, as URIs.
  public var locations: [String]? { texts("locations") }
  /// `actions`: what shall be done with it.
  public var actions: [String]? { texts("actions") }
  /// `datatypes`: which data of it.
  public var dataTypes: [String]? { texts("datatypes") }
  /// `identifier`: which one it is.
  public var identifier: String? { members["identifier"]?.stringValue }
  /// `privileges`: which rights at it.
  public var privileges: [String]? { texts("privileges") }

  /// The members which RFC 9396 §2.2 gives a meaning for every type: lists, whose order says nothing.
  static let lists = ["locations", "actions", "datatypes", "privileges"]
  static let parameter = "authorization_details"
  static let typeMember = "type"

  private func texts(_ name: String) -> [String]? {
    members[name]?.arrayValue?.compactMap(\.stringValue)
  }

  /// The object on the wire.
  var json: JSONObject {
    var json: JSONObject = [Self.typeMember: .string(type)]
    for (name, value) in members where name != Self.typeMember { json[name] = value }
    return json
  }

  /// The array on the wire; nil for none.
  package static func value(_ details: [AuthorizationDetail]) -> JSONValue? {
    details.isEmpty ? nil : .array(details.map { .object($0.json) })
  }

  /// The array as the text of a parameter; nil for none.
  static func text(_ details: [AuthorizationDetail]) -> String? {
    value(details).map { String(decoding: $0.serialized(), as: UTF8.self) }
  }
}

extension AuthorizationDetail: CustomStringConvertible, CustomReflectable {
  /// The type and the names of the members: the values may be personal data.
  public var description: String {
    "AuthorizationDetail(\(type): \(members.names.joined(separator: ", ")))"
  }
  /// The type and the names of the members.
  public var customMirror: Mirror {
    Mirror(self, children: ["type": type, "members": members.names] as KeyValuePairs<String, Any>)
  }
}
