// SPDX-License-Identifier: Apache-2.0

/// The text that is signed in an ``HMACSignatureScheme``, as bytes.
///
/// Its lines are: client id, time, nonce, an empty line (the scheme reserves it for a hash of the body),
/// method, the fixed lines of the scheme, and one line for each query parameter, sorted by the encoded
/// names and then by the encoded values.
struct HMACSignedText {
  /// The text.
  private(set) var bytes: [UInt8]
  /// Whether the query names the user on whose behalf the request is sent.
  private(set) var namesPrincipal = false

  /// The range of one parameter in ``bytes``, before the lines are sorted.
  private struct Line {
    let start: Int
    let equals: Int
    let end: Int
  }

  /// The parts that are the same in all texts of one signer.
  struct Prefix {
    /// The client id and a line feed.
    let client: [UInt8]
    /// The fixed lines, between line feeds.
    let lines: [UInt8]
    /// The parameter of the query that names the principal.
    let principal: [UInt8]

    init(clientID: String, scheme: HMACSignatureScheme) {
      client = Array("\(clientID)\n".utf8)
      lines = Array("\n\(scheme.lines.joined(separator: "\n"))\n".utf8)
      principal = Array(scheme.principalField.utf8)
    }
  }

  private static let digits = Array("0123456789ABCDEF".utf8)

  /// Creates the text for one request.
  ///
  /// - Parameters:
  ///   - prefix: The parts that are the same for every request.
  ///   - timestamp: Seconds since 1970, in digits.
  ///   - nonce: The nonce, which makes the signature usable once.
  ///   - method: The method, in upper case.
  ///   - target: The path of the request with its query.
  /// - Throws: `misused` naming `request`, when the query is not well encoded, since servers could decode
  ///   it differently.
  init(
    prefix: Prefix, timestamp: [UInt8], nonce: [UInt8], method: String, target: String
  ) throws(OAuthError) {
    let count = target.utf8.count
    bytes = []
    bytes.reserveCapacity(prefix.client.count + prefix.lines.count + nonce.count + 2 * count + 80)
    bytes += prefix.client
    bytes += timestamp
    bytes.append(0x0A)
    bytes += nonce
    bytes.append(0x0A)
    bytes.append(0x0A)
    bytes += method.utf8
    bytes += prefix.lines
    let head = bytes.count
    let lines = try append(queryOf: target, principal: prefix.principal)
    if lines.count > 1 { order(lines, from: head) }
  }

  /// Appends the query parameters in the order of the query.
  private mutating func append(
    queryOf target: String, principal: [UInt8]
  ) throws(OAuthError) -> [Line] {
    var target = target
    var lines: [Line] = []
    let isWellEncoded = target.withUTF8 { target -> Bool in
      guard var index = target.firstIndex(of: 0x3F) else { return true }
      let end = target.firstIndex(of: 0x23) ?? target.count
      index += 1
      lines.reserveCapacity(8)
      while index < end {
        let start = bytes.count
        var equals: Int?
        while index < end, target[index] != 0x26 {
          var byte = target[index]
          index += 1
          switch byte {
          case 0x3D where equals == nil:
            equals = bytes.count
            bytes.append(0x3D)
            continue
          case 0x2B: byte = 0x20
          case 0x25:
            guard index + 1 < end, let high = FormEncoding.value(target[index]),
              let low = FormEncoding.value(target[index + 1])
            else { return false }
            byte = high << 4 | low
            index += 2
          default: break
          }
          append(encoding: byte)
        }
        index += 1
        // Between `&&` is no parameter. A parameter without `=` has an empty value.
        if bytes.count == start { continue }
        if equals == nil {
          equals = bytes.count
          bytes.append(0x3D)
        }
        let line = Line(start: start, equals: equals ?? start, end: bytes.count)
        bytes.append(0x0A)
        lines.append(line)
        if bytes[line.start..<line.equals].elementsEqual(principal) { namesPrincipal = true }
      }
      return true
    }
    guard isWellEncoded else {
      throw .misused("request", "The query of the request is not well encoded.")
    }
    return lines
  }

  /// RFC 3986 §2.3: letters, digits, `-`, `.`, `_` and `~` stay; everything else is `%XX`.
  private mutating func append(encoding byte: UInt8) {
    switch byte {
    case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x2D, 0x2E, 0x5F, 0x7E: bytes.append(byte)
    default:
      bytes.append(0x25)
      bytes.append(Self.digits[Int(byte >> 4)])
      bytes.append(Self.digits[Int(byte & 15)])
    }
  }

  /// Sorts the lines by name and then by value.
  private mutating func order(_ lines: [Line], from head: Int) {
    let isOrdered = bytes.withUnsafeBufferPointer { bytes in
      (1..<lines.count).allSatisfy { !Self.precedes(lines[$0], lines[$0 - 1], in: bytes) }
    }
    guard !isOrdered else { return }
    let query = Array(bytes[head...])
    let sorted = bytes.withUnsafeBufferPointer { bytes in
      lines.sorted { Self.precedes($0, $1, in: bytes) }
    }
    bytes.removeLast(query.count)
    for line in sorted { bytes += query[(line.start - head)...(line.end - head)] }
  }

  private static func precedes(
    _ one: Line, _ other: Line, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    func compare(_ left: Range<Int>, _ right: Range<Int>) -> Int {
      for offset in 0..<min(left.count, right.count) {
        let (a, b) = (bytes[left.lowerBound + offset], bytes[right.lowerBound + offset])
        if a != b { return a < b ? -1 : 1 }
      }
      return left.count - right.count
    }
    let names = compare(one.start..<one.equals, other.start..<other.equals)
    if names != 0 { return names < 0 }
    return compare(one.equals..<one.end, other.equals..<other.end) < 0
  }
}
