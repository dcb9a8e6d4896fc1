// SPDX-License-Identifier: Apache-2.0

/// Algorithms which are known and refused, each with its reason.
enum RefusedAlgorithm {
  /// Why an `alg` is refused.
  static func reason(for name: String) -> String {
    // RFC 8725 §3.2: "Avoid all RSA-PKCS1 v1.5 encryption algorithms".
    if name == "RSA1_5" {
      return "RSA1_5 is refused: its padding makes an oracle of the recipient"
    }
    // The count is the sender's choice: the sender of a token would choose how long this side computes.
    if name.hasPrefix("PBES2-") {
      return "PBES2 is refused: the sender would choose how long its recipient computes"
    }
    return "the header names no supported algorithm for the content's key"
  }
}
