// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

/// One element of the `authorization_details` parameter: a permission in more detail than a scope can
/// express, such as one payment, one file or one account.
///
/// ```swift
/// var payment = AuthorizationDetail(type: "payment_initiation")
/// payment.members["instructedAmount"] = ["currency": "EUR", "amount": "123.50"]
/// options.details = [payment]
/// ```
///
/// [RFC 9396 §2](https://www.rfc-editor.org/rfc/rfc9396#section-2).
public struct AuthorizationDetail: Sendable, Hashable {
  /// `type`: the authorization details type, which determines the other members.
  public let type: String
  /// The members of the object except `type`.
  public var members: JSONObject

  /// Creates authorization details of one type.
  ///
  /// - Parameters:
  ///   - type: The authorization details type, as the API defines it: `payment_initiation`. An
  ///     authorization server refuses an empty one.
  ///   - members: The other members of the object. A member `type` among them is not sent.
  public init(type: String, members: JSONObject = [:]) {
    self.type = type
    self.members = members
  }

  /// `locations`: the resource servers or resources, usually as URIs; nil when absent. The common members
  /// are defined in [RFC 9396 §2.2](https://www.rfc-editor.org/rfc/rfc9396#section-2.2).
  public var locations: [String]? { texts("locations") }
  /// `actions`: what the client may do at the resource; nil when absent.
  public var actions: [String]? { texts("actions") }
  /// `datatypes`: the kinds of data that are requested; nil when absent.
  public var dataTypes: [String]? { texts("datatypes") }
  /// `identifier`: the id of one resource, such as an account number; nil when absent.
  public var identifier: String? { members["identifier"]?.stringValue }
  /// `privileges`: the levels of access at the resource; nil when absent.
  public var privileges: [String]? { texts("privileges") }

  /// The common data fields of [RFC 9396 §2.2](https://www.rfc-editor.org/rfc/rfc9396#section-2.2) that are
  /// lists. Their order does not matter.
  static let lists = ["locations", "actions", "datatypes", "privileges"]
  static let parameter = "authorization_details"
  static let typeMember = "type"

  private func texts(_ name: String) -> [String]? {
    members[name]?.arrayValue?.compactMap(\.stringValue)
  }

  /// The detail as the JSON object that is sent.
  var json: JSONObject {
    var json: JSONObject = [Self.typeMember: .string(type)]
    for (name, value) in members where name != Self.typeMember { json[name] = value }
    return json
  }

  /// The details as the JSON array that is sent; nil if the list is empty.
  package static func value(_ details: [AuthorizationDetail]) -> JSONValue? {
    details.isEmpty ? nil : .array(details.map { .object($0.json) })
  }

  /// The details as the text of the parameter `authorization_details`; nil if the list is empty.
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
