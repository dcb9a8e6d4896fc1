// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

extension AddressGuard {
  /// Whether a connection's peer is on this machine or in a network that is not the Internet.
  ///
  /// - Parameter address: The peer's IP address, as the socket layer prints it.
  /// - Returns: True also for a text that is not an IP address.
  package static func isInside(peer address: String) -> Bool {
    let text = address.prefix { $0 != "%" }
    guard let endpoint = try? Endpoint("https://" + (text.contains(":") ? "[\(text)]" : text) + "/")
    else { return true }
    return isInside(endpoint)
  }
}
