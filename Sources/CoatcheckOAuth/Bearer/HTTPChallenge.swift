// SPDX-License-Identifier: Apache-2.0

/// One challenge of a `WWW-Authenticate` field, of any scheme.
///
/// [RFC 9110 §11.6.1](https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1).
public struct HTTPChallenge: Sendable, Hashable {
  /// The scheme as written; schemes are compared without regard to case.
  public let scheme: String
  /// The single text that some schemes have instead of parameters; nil when absent.
  public let token68: String?
  /// The parameters, with their names in lower case and their values without quotation marks.
  public let parameters: [String: String]

  /// Reads the challenges of all `WWW-Authenticate` fields of a response.
  ///
  /// A field that breaks the grammar, repeats a parameter or is longer than 8,192 bytes is left out as a
  /// whole, because a part of it would be a guess.
  ///
  /// - Parameter fields: The values of the fields, one element for each field.
  public static func parse(_ fields: [String]) -> [HTTPChallenge] {
    fields.flatMap { field -> [HTTPChallenge] in
      guard field.utf8.count <= 8192 else { return [] }
      var scanner = ChallengeScanner(field)
      return scanner.challenges() ?? []
    }
  }
}

/// Parses a list of challenges. Commas separate challenges and also the parameters of one challenge.
private struct ChallengeScanner {
  private let bytes: [UInt8]
  private var position = 0

  init(_ field: String) {
    bytes = Array(field.utf8)
  }

  mutating func challenges() -> [HTTPChallenge]? {
    var challenges: [HTTPChallenge] = []
    skip(" \t,")
    while position < bytes.count {
      guard let challenge = challenge() else { return nil }
      challenges.append(challenge)
    }
    return challenges
  }

  /// auth-scheme [ 1*SP ( token68 / #auth-param ) ], and the commas after it.
  private mutating func challenge() -> HTTPChallenge? {
    guard let scheme = token() else { return nil }
    guard position < bytes.count else {
      return HTTPChallenge(scheme: scheme, token68: nil, parameters: [:])
    }
    if skip(" \t") == 0 {
      return endOfItem() ? HTTPChallenge(scheme: scheme, token68: nil, parameters: [:]) : nil
    }
    if let text = token68() { return HTTPChallenge(scheme: scheme, token68: text, parameters: [:]) }
    var parameters: [String: String] = [:]
    while let (name, value) = parameter() {
      guard parameters.updateValue(value, forKey: name.lowercased()) == nil, endOfItem() else {
        return nil
      }
    }
    // A scheme without parameters, and a space before the comma or the end: `Bearer , Basic realm=x`.
    if parameters.isEmpty, !endOfItem() { return nil }
    return HTTPChallenge(scheme: scheme, token68: nil, parameters: parameters)
  }

  /// A token68 that is the whole item; nil, with the position unchanged, for anything else.
  private mutating func token68() -> String? {
    let start = position
    var end = start
    while end < bytes.count, isTokenCharacter(bytes[end]) || bytes[end] == 0x2F { end += 1 }
    while end < bytes.count, bytes[end] == 0x3D { end += 1 }
    position = end
    if end > start, endOfItem() {
      return String(decoding: bytes[start..<end], as: UTF8.self)
    }
    position = start
    return nil
  }

  /// token BWS "=" BWS ( token / quoted-string ); nil, with the position unchanged, for anything else.
  private mutating func parameter() -> (name: String, value: String)? {
    let start = position
    if let name = token() {
      skip(" \t")
      if take(0x3D) {
        skip(" \t")
        if let value = position < bytes.count && bytes[position] == 0x22 ? quoted() : token() {
          return (name, value)
        }
      }
    }
    position = start
    return nil
  }

  private mutating func quoted() -> String? {
    guard take(0x22) else { return nil }
    var text: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case 0x22: return String(validating: text, as: UTF8.self)
      case 0x5C:
        guard position < bytes.count, bytes[position] >= 0x20, bytes[position] != 0x7F else {
          return nil
        }
        text.append(bytes[position])
        position += 1
      case 0x09, 0x20...0x7E, 0x80...: text.append(byte)
      default: return nil
      }
    }
    return nil
  }

  private mutating func token() -> String? {
    let start = position
    while position < bytes.count, isTokenCharacter(bytes[position]) { position += 1 }
    return start == position ? nil : String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// Whether the position is at the end of the field or at a comma. Skips the commas.
  private mutating func endOfItem() -> Bool {
    skip(" \t")
    guard position < bytes.count else { return true }
    guard bytes[position] == 0x2C else { return false }
    skip(" \t,")
    return true
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  @discardableResult
  private mutating func skip(_ characters: String) -> Int {
    let start = position
    while position < bytes.count, characters.utf8.contains(bytes[position]) { position += 1 }
    return position - start
  }

  private func isTokenCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
