// SPDX-License-Identifier: Apache-2.0

/// Faults of DPoP, for clients whose tokens are bound to a key.
extension Fault {
  /// The provider sends no nonce, which is allowed. The client must continue without one.
  public static var noDPoPNonce: Fault { Fault { $0.nonces = .never } }
  /// The provider demands another nonce for every proof. The client must stop after one more attempt.
  public static var dpopNonceForEver: Fault { Fault { $0.nonces = .neverEnough } }
  /// The provider's nonce contains a quotation mark, which is not allowed. The client must not send it.
  public static var malformedDPoPNonce: Fault {
    Fault { $0.nonces = .malformed("no\"nce") }
  }
  /// The provider's nonce is 8,000 characters long. The client must not store it.
  public static var endlessDPoPNonce: Fault {
    Fault { $0.nonces = .malformed(String(repeating: "n", count: 8000)) }
  }
  /// The scheme of the userinfo endpoint's challenge is written `dPoP`, which is allowed. The client must
  /// accept it.
  public static var oddAuthenticationScheme: Fault { Fault { $0.dpopScheme = "dPoP" } }
}
