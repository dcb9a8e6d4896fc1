// SPDX-License-Identifier: Apache-2.0

/// DPoP, for clients whose tokens are bound to a key.
extension Fault {
  /// The provider never gives a nonce. It is right, and a client must go on without one.
  public static var noDPoPNonce: Fault { Fault { $0.nonces = .never } }
  /// Whatever nonce a proof holds, the provider wants another one. A client must give up after one more try.
  public static var dpopNonceForEver: Fault { Fault { $0.nonces = .neverEnough } }
  /// The nonce that the provider gives cannot be sent: it holds a quotation mark. A client must not send it.
  public static var malformedDPoPNonce: Fault {
    Fault { $0.nonces = .malformed("no\"nce") }
  }
  /// The nonce that the provider gives is 8,000 characters long. A client must not keep it.
  public static var endlessDPoPNonce: Fault {
    Fault { $0.nonces = .malformed(String(repeating: "n", count: 8000)) }
  }
  /// The scheme of the userinfo endpoint's challenge is written `dPoP`. It is right, and a client must know
  /// it.
  public static var oddAuthenticationScheme: Fault { Fault { $0.dpopScheme = "dPoP" } }
}
