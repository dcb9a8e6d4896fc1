// SPDX-License-Identifier: Apache-2.0

import TestKit

/// The DPoP proof of a request.
enum MCPProof {
  /// The valid proof of a request; nil without one.
  static func read(_ request: ServedRequest, at base: String) -> DPoPProof.Received? {
    guard let name = HTTPField.Name("DPoP"), let text = request.head.headerFields[name] else {
      return nil
    }
    return try? DPoPProof.Received(
      text, method: request.head.method.rawValue, address: base + request.path, now: Date())
  }

  /// The `DPoP-Nonce` field of a response.
  static func nonce(_ value: String) -> HTTPFields {
    guard let name = HTTPField.Name("DPoP-Nonce") else { return [:] }
    return [name: value]
  }
}
