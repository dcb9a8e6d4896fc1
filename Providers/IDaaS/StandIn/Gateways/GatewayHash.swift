// SPDX-License-Identifier: Apache-2.0
import CoatcheckTesting
import Crypto
import Foundation

/// The hashes by which the gateways verify signatures, written without the code of the server.
enum GatewayHash {
  static func sha256(_ data: Data) -> String {
    SHA256.hash(data: data).map { String(format: "%02x", $0) }.joined()
  }

  static func hmac(_ text: String, _ key: Data) -> Data {
    Data(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: SymmetricKey(data: key)))
  }

  static func hex(_ data: Data) -> String { data.map { String(format: "%02x", $0) }.joined() }
}
