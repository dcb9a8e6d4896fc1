// SPDX-License-Identifier: Apache-2.0

/// Faults of encryption, for clients that registered it. The client must refuse each of these ID tokens.
extension Fault {
  /// The content key is encrypted with RSAES-PKCS1-v1_5, which leaks it to an attacker who can send many
  /// ciphertexts.
  public static var rsa15Envelope: Fault { Fault { $0.envelope = .rsa15 } }
  /// The ID token is not encrypted.
  public static var missingEnvelope: Fault { Fault { $0.envelope = .none } }
}
