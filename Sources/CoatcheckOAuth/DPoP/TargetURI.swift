// SPDX-License-Identifier: Apache-2.0

/// The URI that a DPoP proof is valid for: normalized, without query and fragment.
///
/// [RFC 9449 §4.2](https://www.rfc-editor.org/rfc/rfc9449#section-4.2): "The HTTP target URI […] of the
/// request to which the JWT is attached, without query and fragment parts."
struct TargetURI: Sendable, Hashable {
  /// The address, normalized.
  let text: String

  /// Normalizes an address; nil when it is not an absolute `http` or `https` URI, or has user information.
  ///
  /// RFC 9449 §4.3: "servers SHOULD employ syntax-based normalization ([RFC 3986] Section 6.2.2) and
  /// scheme-based normalization ([RFC 3986] Section 6.2.3) before comparing the htu claim."
  init?(_ address: String) {
    guard address.utf8.count <= 8192, let parts = URIParts(address), parts.isWeb,
      let authority = parts.authority, authority.userInfo == nil
    else { return nil }
    let usual = parts.scheme == "https" ? 443 : 80
    let port = authority.port.flatMap { $0 == usual ? nil : ":\($0)" } ?? ""
    let path = Self.withoutDots(Self.unescaped(Array(parts.path.utf8)))
    text = "\(parts.scheme)://\(authority.host)\(port)\(String(decoding: path, as: UTF8.self))"
  }

  /// RFC 3986 §6.2.2.2: "such URIs should be normalized by decoding any percent-encoded octet that
  /// corresponds to an unreserved character"; §6.2.2.1: the digits of the others in upper case.
  private static func unescaped(_ path: [UInt8]) -> [UInt8] {
    guard path.contains(0x25) else { return path }
    var bytes: [UInt8] = []
    var index = 0
    while index < path.count {
      guard path[index] == 0x25, index + 2 < path.count else {
        bytes.append(path[index])
        index += 1
        continue
      }
      let digits = path[(index + 1)...(index + 2)].map { $0 >= 0x61 ? $0 & 0xDF : $0 }
      let byte = digits.reduce(UInt8(0)) { $0 << 4 | ($1 > 0x39 ? $1 - 0x37 : $1 - 0x30) }
      if isUnreserved(byte) { bytes.append(byte) } else { bytes += [0x25] + digits }
      index += 3
    }
    return bytes
  }

  /// RFC 3986 §5.2.4, for a path that begins with a slash; an empty path is `/`.
  private static func withoutDots(_ path: [UInt8]) -> [UInt8] {
    var kept: [ArraySlice<UInt8>] = []
    var segments = path.split(separator: 0x2F, omittingEmptySubsequences: false).dropFirst()
    let last = segments.last.map(Array.init) ?? []
    if last == [0x2E] || last == [0x2E, 0x2E] { segments.append([]) }
    for segment in segments {
      switch Array(segment) {
      case [0x2E]: break
      case [0x2E, 0x2E]: _ = kept.popLast()
      default: kept.append(segment)
      }
    }
    return kept.isEmpty ? [0x2F] : kept.flatMap { [0x2F] + $0 }
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
    default: false
    }
  }
}
