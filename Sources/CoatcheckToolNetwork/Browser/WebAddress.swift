// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// An address that may be handed to a browser program: plain ASCII, `http` or `https`.
///
/// The address comes from a provider's metadata. Whatever else it may be, it is not an option
/// (`-oProxyCommand=…`), not a file, and holds nothing a terminal would obey.
struct WebAddress: Sendable, Equatable {
  let text: String

  /// - Throws: `unreadable` with `insecureEndpoint`; the address is not repeated.
  init(_ text: String) throws(OAuthError) {
    let rest = ["https://", "http://"].first(where: text.hasPrefix).map { text.dropFirst($0.count) }
    guard let rest, rest.utf8.first.map(Self.beginsHost) == true,
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else {
      throw .unreadable(
        .insecureEndpoint, "the provider's authorization endpoint is not a web address")
    }
    self.text = text
  }

  private static func beginsHost(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "["):
      true
    default: false
    }
  }
}
