// SPDX-License-Identifier: Apache-2.0

/// Why an algorithm is not supported: known algorithms that are refused have a reason of their own.
enum RefusedAlgorithm {
  /// Why an `alg` is refused.
  static func reason(for name: String) -> String {
    // RFC 8725 §3.2: "Avoid all RSA-PKCS1 v1.5 encryption algorithms".
    if name == "RSA1_5" {
      return "RSA1_5 is refused: its padding makes an oracle of the recipient"
    }
    // The sender of a token chooses the iteration count, and so how long the recipient computes.
    if name.hasPrefix("PBES2-") {
      return "PBES2 is refused: the sender would choose how long its recipient computes"
    }
    return "the header names no supported algorithm for the content's key"
  }
}
