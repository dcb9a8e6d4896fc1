// SPDX-License-Identifier: Apache-2.0

/// Reads members of a JWK and checks their types.
struct KeyMembers {
  let json: JSONObject

  init(_ json: JSONObject) {
    self.json = json
  }

  func text(_ name: String) throws(JOSEError) -> String {
    guard let text = try optionalText(name) else {
      throw JOSEError(.invalidKey, "the key lacks the member \(name)")
    }
    return text
  }

  /// A registered name such as `EC`. It has to be ASCII, so that `==` compares it exactly.
  func name(_ name: String) throws(JOSEError) -> String {
    let text = try text(name)
    // For `==`, the Kelvin sign equals the letter K.
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
      throw JOSEError(.invalidKey, "the key's member \(name) is not a registered name")
    }
    return text
  }

  func optionalText(_ name: String) throws(JOSEError) -> String? {
    guard let value = json[name] else { return nil }
    guard let text = value.stringValue else {
      throw JOSEError(.invalidKey, "the key's member \(name) is not a string")
    }
    return text
  }

  func optionalTexts(_ name: String) throws(JOSEError) -> [String]? {
    guard let value = json[name] else { return nil }
    let texts = value.arrayValue?.compactMap(\.stringValue)
    guard let texts, texts.count == value.arrayValue?.count else {
      throw JOSEError(.invalidKey, "the key's member \(name) is not an array of strings")
    }
    return texts
  }

  /// Bytes of a fixed length.
  func bytes(_ name: String, count: Int) throws(JOSEError) -> [UInt8] {
    let bytes = try bytes(name)
    // RFC 7518 §6.2.1.2: "The length of this octet string MUST be the full size of a coordinate".
    guard bytes.count == count else {
      throw JOSEError(.invalidKey, "the key's member \(name) does not have \(count) bytes")
    }
    return bytes
  }

  /// A positive whole number, most significant byte first.
  func integer(_ name: String) throws(JOSEError) -> [UInt8] {
    let bytes = try bytes(name)
    // RFC 7518 §2: "The octet sequence MUST utilize the minimum number of octets needed to represent
    // the value."
    guard let first = bytes.first, first != 0 else {
      throw JOSEError(.invalidKey, "the key's member \(name) is not a minimal number")
    }
    return bytes
  }

  /// The octets of a secret.
  func octets(_ name: String) throws(JOSEError) -> [UInt8] {
    try bytes(name)
  }

  private func bytes(_ name: String) throws(JOSEError) -> [UInt8] {
    let text = try text(name)
    // 8192 bits are encoded as 1366 characters; the limit is twice that.
    guard text.utf8.count <= 2732 else {
      throw JOSEError(.invalidKey, "the key's member \(name) is too long")
    }
    do {
      return try Base64URL.decode(text)
    } catch {
      throw JOSEError(.invalidKey, "the key's member \(name) is not canonical base64url")
    }
  }
}
