// SPDX-License-Identifier: Apache-2.0

/// Reads parameters of a JOSE header and checks their types.
struct HeaderMembers {
  let json: JSONObject

  init(_ json: JSONObject) {
    self.json = json
  }

  // RFC 7515 §4.1.11: "If any of the listed extension Header Parameters are not understood and
  // supported by the recipient, then the JWS is invalid." No extension is supported. RFC 7797 §6 requires
  // that `b64` is listed in `crit`, so a header with `b64` alone is refused as well.
  func refuseCritical() throws(JOSEError) {
    guard json["crit"] == nil, json["b64"] == nil else {
      throw JOSEError(.criticalHeader, "the header asks for a critical extension")
    }
  }

  func text(_ name: String) throws(JOSEError) -> String? {
    guard let value = json[name] else { return nil }
    guard let text = value.stringValue else {
      throw JOSEError(.invalidHeader, "the header parameter \(name) is not a string")
    }
    return text
  }

  /// Bytes in base64url.
  func bytes(_ name: String) throws(JOSEError) -> [UInt8]? {
    guard let text = try text(name) else { return nil }
    do {
      return try Base64URL.decode(text)
    } catch {
      throw JOSEError(.invalidHeader, "the header parameter \(name) is not canonical base64url")
    }
  }

  func object(_ name: String) throws(JOSEError) -> JSONObject? {
    guard let value = json[name] else { return nil }
    guard let object = value.objectValue else {
      throw JOSEError(.invalidHeader, "the header parameter \(name) is not an object")
    }
    return object
  }
}
