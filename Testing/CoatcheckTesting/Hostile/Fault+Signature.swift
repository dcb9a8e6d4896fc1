// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE

/// How an ID token is signed, and with which keys.
extension Fault {
  /// What a corrupt signature was made with.
  public enum SignedBy: Sendable, CaseIterable {
    /// RSASSA-PKCS1-v1_5.
    case rs256
    /// ECDSA on P-256.
    case es256
    /// HMAC with the client's secret.
    case hs256
  }

  /// ID tokens are not signed at all: `alg` is `none`. A client must refuse them.
  public static var unsignedIDToken: Fault { Fault { $0.signature = .none } }
  /// One bit of the ID token's signature is wrong. A client must refuse it.
  public static func corruptSignature(_ algorithm: SignedBy) -> Fault {
    Fault { $0.signature = algorithm == .hs256 ? .corruptMAC : .corrupt }
  }
  /// ID tokens are MACed with the client's secret, though a signature is registered. A client must refuse
  /// them: whoever verifies with the secret can make them as well.
  public static var macedIDToken: Fault { Fault { $0.signature = .mac } }
  /// ID tokens are signed with another algorithm of the provider's than the registered one. A client must
  /// refuse them.
  public static var otherAlgorithm: Fault { Fault { $0.signature = .otherAlgorithm } }
  /// ID tokens are signed with a key that the provider never published, under the `kid` of one that it did.
  /// A client must refuse them.
  public static var unknownKey: Fault { Fault { $0.signature = .unknownKey } }
  /// ID tokens have no `kid`, and there is one key of their algorithm. A client must accept them.
  public static var noKeyID: Fault { Fault { $0.signature = .withoutKeyID } }
  /// ID tokens have no `kid`, and there are two keys of their algorithm. A client may try both, or refuse
  /// the token; it must not believe it by a key that does not fit.
  public static var noKeyIDManyKeys: Fault {
    Fault {
      $0.signature = .withoutKeyID
      $0.keysPerAlgorithm = 2
    }
  }
  /// Between two ID tokens a new key takes over; the old one stays published. It is right, and a client must
  /// ask again for the keys when the next token names one that it does not know.
  public static var keyRotation: Fault { Fault { $0.rotation = .betweenSignIns } }
  /// A new key takes over just before each ID token, and the old one is gone. It is right; as
  /// `keyRotation`.
  public static var keyRotationJustBeforeSigning: Fault { Fault { $0.rotation = .beforeSigning } }
}
