// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
import Crypto
import CoatcheckFoundation

/// The parts of a server's certificate that are needed to check a pin: its hash and the hash of its
/// key, the names that it is valid for, and its validity period.
///
/// The handshake checks that the server has the key; whether the certificate is trusted is not
/// checked here.
///
/// [RFC 5280 §4.1](https://www.rfc-editor.org/rfc/rfc5280#section-4.1).
struct ServerCertificate: Sendable {
  let sha256: Data
  let publicKeySHA256: Data
  let notBefore: Date
  let notAfter: Date
  /// The names of the subjectAltName extension, in lower case.
  let names: [String]
  /// The addresses of the subjectAltName extension, of 4 or 16 bytes.
  let addresses: [[UInt8]]

  /// Reads a certificate; nil if it is not a certificate.
  init?(der: [UInt8]) {
    var outer = DERReader(der[...])
    guard let certificate = outer.next(0x30), outer.isAtEnd else { return nil }
    var parts = certificate.reader
    guard var body = parts.next(0x30)?.reader, parts.next(0x30) != nil, parts.next(0x03) != nil,
      parts.isAtEnd
    else { return nil }
    // Version, serial number, signature, issuer.
    _ = body.next(0xA0)
    guard body.next(0x02) != nil, body.next(0x30) != nil, body.next(0x30) != nil,
      var validity = body.next(0x30)?.reader,
      let notBefore = validity.next().flatMap(Self.time),
      let notAfter = validity.next().flatMap(Self.time), notBefore <= notAfter,
      // Subject.
      body.next(0x30) != nil, let key = body.next(0x30)
    else { return nil }
    sha256 = Data(SHA256.hash(data: der))
    publicKeySHA256 = Data(SHA256.hash(data: key.whole))
    self.notBefore = notBefore
    self.notAfter = notAfter
    // The unique identifiers of the issuer and the subject.
    _ = body.next(0x81)
    _ = body.next(0x82)
    var (names, addresses): ([String], [[UInt8]]) = ([], [])
    if var extensions = body.next(0xA3)?.reader {
      guard var list = extensions.next(0x30)?.reader else { return nil }
      while !list.isAtEnd {
        guard let one = list.next(0x30) else { return nil }
        guard let value = Self.value(of: one, ifNamed: Self.subjectAltName) else { continue }
        var inner = DERReader(value)
        guard var general = inner.next(0x30)?.reader, inner.isAtEnd else { return nil }
        while !general.isAtEnd {
          guard let name = general.next() else { return nil }
          switch name.tag {
          case 0x82: names.append(String(decoding: name.content, as: UTF8.self).lowercased())
          case 0x87: addresses.append(Array(name.content))
          default: break
          }
        }
      }
    }
    guard body.isAtEnd else { return nil }
    (self.names, self.addresses) = (names, addresses)
  }

  /// 2.5.29.17
  private static let subjectAltName: [UInt8] = [0x55, 0x1D, 0x11]

  private static func value(
    of element: DERReader.Element, ifNamed name: [UInt8]
  ) -> ArraySlice<UInt8>? {
    var parts = element.reader
    guard let found = parts.next(0x06), found.content.elementsEqual(name) else { return nil }
    _ = parts.next(0x01)
    return parts.next(0x04)?.content
  }

  /// RFC 5280 §4.1.2.5: UTCTime `YYMMDDHHMMSSZ` or GeneralizedTime `YYYYMMDDHHMMSSZ`.
  private static func time(_ element: DERReader.Element) -> Date? {
    var digits = Array(element.content)
    guard digits.popLast() == 0x5A, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    switch (element.tag, digits.count) {
    case (0x17, 12):
      // "Where YY is greater than or equal to 50, the year SHALL be interpreted as 19YY".
      digits = Array((digits[0] >= 0x35 ? "19" : "20").utf8) + digits
    case (0x18, 14): break
    default: return nil
    }
    func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + Int($1) - 0x30 } }
    let (year, month, day) = (number(0..<4), number(4..<6), number(6..<8))
    let (hour, minute, second) = (number(8..<10), number(10..<12), number(12..<14))
    guard (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60
    else { return nil }
    let days = HTTPDate.daysSince1970(year: year, month: month, day: day)
    return Date(timeIntervalSince1970: Double(((days * 24 + hour) * 60 + minute) * 60 + second))
  }
}
