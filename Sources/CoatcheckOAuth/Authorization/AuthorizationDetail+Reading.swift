// SPDX-License-Identifier: Apache-2.0

package import CoatcheckJOSE

extension AuthorizationDetail {
  /// The maximum number of elements that are read.
  static let maximumCount = 50

  /// Reads the parameter `authorization_details` of a request.
  ///
  /// - Throws: `refused`, ``OAuthError/Code/invalidAuthorizationDetails``.
  static func read(_ parameters: Parameters) throws(OAuthError) -> [AuthorizationDetail] {
    guard let text = parameters[parameter] else { return [] }
    // RFC 9396 §5: the server refuses when the parameter "contains […] fields of the wrong type".
    guard let value = try? JSONValue(parsing: Array(text.utf8)), let details = list(value) else {
      throw .refused(
        .invalidAuthorizationDetails, "The authorization details are not an array of objects.",
        parameter: parameter)
    }
    return details
  }

  /// The details in a JSON array; nil when the value is not an array of at most 50 objects, or when an
  /// object has no `type` or has a member of the wrong type.
  package static func list(_ value: JSONValue) -> [AuthorizationDetail]? {
    guard case .array(let values) = value, values.count <= maximumCount else { return nil }
    let details = values.compactMap { $0.objectValue.flatMap(AuthorizationDetail.init(json:)) }
    return details.count == values.count ? details : nil
  }

  private init?(json: JSONObject) {
    // RFC 9396 §2: "type: An identifier for the authorization details type as a string. […] This field is
    // REQUIRED."
    guard let type = json[Self.typeMember]?.stringValue, !type.isEmpty else { return nil }
    for name in Self.lists {
      guard let value = json[name] else { continue }
      guard let texts = value.arrayValue, texts.allSatisfy({ $0.stringValue != nil }) else {
        return nil
      }
    }
    if let identifier = json["identifier"], identifier.stringValue == nil { return nil }
    var members = json
    members[Self.typeMember] = nil
    self.init(type: type, members: members)
  }
}
