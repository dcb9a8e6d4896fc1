// SPDX-License-Identifier: Apache-2.0

/// What is around ID tokens, for clients that registered encryption. A client must sign nobody in by any of these.
extension Fault {
  /// The key of the envelope is encrypted by RSAES-PKCS1-v1_5, which gives it away to whoever may ask often
  /// enough.
  public static var rsa15Envelope: Fault { Fault { $0.envelope = .rsa15 } }
  /// The ID token is not encrypted.
  public static var missingEnvelope: Fault { Fault { $0.envelope = .none } }
}
