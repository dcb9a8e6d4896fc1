// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

/// An address that may be handed to a browser program: `https`, or `http` on this machine, in the
/// characters of a URI.
///
/// The address comes from a provider's metadata. These rules ensure that it is not an option of the
/// program (`-oProxyCommand=…`), not a file, and contains no control sequence for a terminal.
struct BrowserAddress: Sendable, Equatable {
  /// The maximum length, in bytes: the address may contain an ID token.
  private static let maximumLength = 32 << 10

  let text: String

  /// - Throws: `misused` with `insecureEndpoint` or `invalidArgument`; the address is not repeated.
  init(_ text: String) throws(OAuthError) {
    guard text.utf8.count <= Self.maximumLength else {
      throw .misused("url", "The address is too long for a browser.")
    }
    let base = text.prefix { $0 != "?" }
    _ = try Endpoint(String(base))
    guard text.dropFirst(base.count).utf8.allSatisfy(Self.isURICharacter) else {
      throw .misused("url", "The address contains characters that are not valid in a URI.")
    }
    self.text = text
  }

  private static func isURICharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "-._~:/?[]@!$&'()*+,;=%".utf8.contains(byte)
    }
  }
}
