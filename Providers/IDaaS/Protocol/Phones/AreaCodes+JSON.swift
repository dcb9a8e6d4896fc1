// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth

extension AreaCodes {
  /// The list as a JSON object.
  public var json: JSONObject {
    [
      "phoneAreaCodeDefinitions": .array(definitions.map { .object($0.json) }),
      "preferredAreaCode": .string(preferred),
    ]
  }

  /// Reads a list. A country that cannot be read is omitted.
  ///
  /// - Parameter json: The list with the member `phoneAreaCodeDefinitions`.
  /// - Throws: `unreadable` naming `phoneAreaCodeDefinitions` when there is no list, or no usable country
  ///   in it.
  public init(json: JSONObject) throws(OAuthError) {
    guard let list = json["phoneAreaCodeDefinitions"]?.arrayValue else {
      throw .unusable("phoneAreaCodeDefinitions")
    }
    let definitions = list.compactMap { $0.objectValue.flatMap(AreaCode.init(json:)) }
    guard let first = definitions.first else { throw .unusable("phoneAreaCodeDefinitions") }
    self.init(
      definitions: definitions, preferred: json.text("preferredAreaCode") ?? first.countryCode)
  }
}

extension AreaCode {
  /// The country as it travels. The document's tables call the names and suffixes texts, its answers hold an
  /// object and an array.
  var json: JSONObject {
    var mapping = JSONObject()
    for (language, name) in names.sorted(by: { $0.key < $1.key }) {
      mapping[language] = .string(name)
    }
    var json: JSONObject = [
      "areaCode": .string(areaCode), "countryCode": .string(countryCode),
      "displayMapping": .object(mapping), "mobileRegex": .string(mobilePattern),
      "areaCodeSuffixes": .array(suffixes.map { .string($0) }),
    ]
    json.set("example", example)
    return json
  }

  /// Reads a country; nil without a code of one to four digits and the letters of a country.
  init?(json: JSONObject) {
    guard let typed = json.text("areaCode"), let country = json.text("countryCode"),
      country.utf8.count == 2,
      country.utf8.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) })
    else { return nil }
    let area = typed.hasPrefix("+") ? String(typed.dropFirst()) : typed
    guard (1...4).contains(area.utf8.count),
      area.utf8.allSatisfy({ (0x30...0x39).contains($0) }), !area.hasPrefix("0")
    else { return nil }
    self.init(
      areaCode: area, countryCode: country.uppercased(),
      names: Self.names(json["displayMapping"]), mobilePattern: json.text("mobileRegex") ?? "",
      suffixes: Self.suffixes(json["areaCodeSuffixes"]), example: json.text("example"))
  }

  /// The names: an object, or the JSON text of one; any other text is the name in all languages.
  private static func names(_ value: JSONValue?) -> [String: String] {
    let parsed = value?.stringValue.flatMap { try? JSONObject(parsing: Array($0.utf8)) }
    guard let object = value?.objectValue ?? parsed else {
      return value?.stringValue.flatMap { $0.isEmpty ? nil : ["en": $0] } ?? [:]
    }
    var names: [String: String] = [:]
    for (language, name) in object { names[language] = name.stringValue }
    return names
  }

  /// The suffixes: an array, the JSON text of one, or a text with commas.
  private static func suffixes(_ value: JSONValue?) -> [String] {
    if let elements = value?.arrayValue { return elements.compactMap(\.stringValue) }
    guard let text = value?.stringValue else { return [] }
    if let parsed = try? JSONValue(parsing: Array(text.utf8)), let list = parsed.arrayValue {
      return list.compactMap(\.stringValue)
    }
    return text.split(separator: ",").map { $0.filter { $0 != " " } }.filter { !$0.isEmpty }
  }
}
