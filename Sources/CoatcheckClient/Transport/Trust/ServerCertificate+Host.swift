// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension ServerCertificate {
  /// Whether the certificate is made for a host.
  ///
  /// [RFC 9525 §6](https://www.rfc-editor.org/rfc/rfc9525#section-6).
  ///
  /// - Parameter host: A name, or an address; one of IPv6 with its brackets or without.
  func isMade(for host: String) -> Bool {
    let host = host.lowercased()
    let inner =
      host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    if let address = Self.address(inner) { return addresses.contains(address) }
    let labels = Self.labels(inner)
    return names.contains { Self.fits(Self.labels($0), labels) }
  }

  private static func labels(_ name: String) -> [Substring] {
    let name = name.hasSuffix(".") ? name.dropLast() : name[...]
    return name.split(separator: ".", omittingEmptySubsequences: false)
  }

  private static func fits(_ presented: [Substring], _ host: [Substring]) -> Bool {
    guard presented.count == host.count, !host.contains(""), let first = presented.first else {
      return false
    }
    // RFC 9525 §6.3: "the client MUST only accept a wildcard […] as the complete left-most label",
    // and it stands for exactly one. A wildcard directly below a top-level domain matches no host.
    if first == "*", presented.count > 2 { return presented.dropFirst() == host.dropFirst() }
    return presented == host
  }

  /// The bytes of an address; nil for a name.
  private static func address(_ text: String) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, text, &bytes) == 1 { return Array(bytes.prefix(4)) }
    if inet_pton(AF_INET6, text, &bytes) == 1 { return bytes }
    return nil
  }
}
