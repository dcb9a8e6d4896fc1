// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE

extension ProviderErrors {
  /// The value as JSON, which is stored with a dialect.
  var json: JSONObject {
    let standard = ProviderErrors()
    var json: JSONObject = ["forms": .array(forms.map { .string($0.rawValue) })]
    if !codes.isEmpty { json["codes"] = Self.object(codes) }
    if !details.isEmpty { json["details"] = Self.object(details) }
    if !busy.isEmpty { json["busy"] = .array(busy.sorted().map(JSONValue.string)) }
    if numberPrefix != standard.numberPrefix { json["number_prefix"] = .string(numberPrefix) }
    json["challenge_scheme"] = challengeScheme.map(JSONValue.string)
    return json
  }

  /// Reads a stored value; nil when a form or a member is unknown or has the wrong type.
  init?(json: JSONObject) {
    guard let forms = json["forms"]?.arrayValue?.compactMap(Self.form),
      forms.count == json["forms"]?.arrayValue?.count
    else { return nil }
    self.init(forms)
    for (name, value) in json where name != "forms" {
      switch name {
      case "codes":
        guard let codes = Self.codes(value) else { return nil }
        self.codes = codes
      case "details":
        guard let details = Self.codes(value) else { return nil }
        self.details = details
      case "busy":
        guard let busy = value.arrayValue?.compactMap(\.stringValue) else { return nil }
        self.busy = Set(busy)
      case "number_prefix":
        guard let text = value.stringValue else { return nil }
        numberPrefix = text
      case "challenge_scheme":
        guard let text = value.stringValue else { return nil }
        challengeScheme = text
      default: return nil
      }
    }
  }

  private static func form(_ value: JSONValue) -> ErrorResponseForm? {
    value.stringValue.flatMap(ErrorResponseForm.init)
  }

  private static func object(_ codes: [String: OAuthError.Code]) -> JSONValue {
    var json = JSONObject()
    for (name, code) in codes.sorted(by: { $0.key < $1.key }) {
      json[name] = .string(code.rawValue)
    }
    return .object(json)
  }

  private static func codes(_ value: JSONValue) -> [String: OAuthError.Code]? {
    guard let object = value.objectValue else { return nil }
    var codes: [String: OAuthError.Code] = [:]
    for (name, value) in object {
      guard let text = value.stringValue else { return nil }
      codes[name] = OAuthError.Code(rawValue: text)
    }
    return codes
  }
}
