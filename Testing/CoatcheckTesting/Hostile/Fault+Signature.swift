// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE

/// Faults of the signature of an ID token and of the published keys.
extension Fault {
  /// The algorithm of a corrupt signature.
  public enum SignedBy: Sendable, CaseIterable {
    /// RSASSA-PKCS1-v1_5.
    case rs256
    /// ECDSA on P-256.
    case es256
    /// HMAC with the client's secret.
    case hs256
  }

  /// ID tokens are unsigned: `alg` is `none`. The client must refuse them.
  public static var unsignedIDToken: Fault { Fault { $0.signature = .none } }
  /// One bit of the ID token's signature is wrong. The client must refuse it.
  ///
  /// - Parameter algorithm: The algorithm of the signature: with `hs256` a MAC, else the algorithm that the
  ///   client registered.
  public static func corruptSignature(_ algorithm: SignedBy) -> Fault {
    Fault { $0.signature = algorithm == .hs256 ? .corruptMAC : .corrupt }
  }
  /// ID tokens are MACed with the client's secret, although a signature is registered. The client must refuse
  /// them.
  public static var macedIDToken: Fault { Fault { $0.signature = .mac } }
  /// ID tokens are signed with an algorithm that the client did not register. The client must refuse them.
  public static var otherAlgorithm: Fault { Fault { $0.signature = .otherAlgorithm } }
  /// ID tokens are signed with an unpublished key, under the `kid` of a published one. The client must refuse
  /// them.
  public static var unknownKey: Fault { Fault { $0.signature = .unknownKey } }
  /// ID tokens have no `kid`, and there is one key of their algorithm. The client must accept them.
  public static var noKeyID: Fault { Fault { $0.signature = .withoutKeyID } }
  /// ID tokens have no `kid`, and there are two keys of their algorithm. The client may try both keys or refuse
  /// the token.
  public static var noKeyIDManyKeys: Fault {
    Fault {
      $0.signature = .withoutKeyID
      $0.keysPerAlgorithm = 2
    }
  }
  /// The provider signs the second ID token with a new key and keeps the old one published, which is allowed.
  /// The client must request the keys again when a token names an unknown one.
  public static var keyRotation: Fault { Fault { $0.rotation = .betweenSignIns } }
  /// The provider replaces its key just before each ID token and removes the old one, which is allowed; as
  /// `keyRotation`.
  public static var keyRotationJustBeforeSigning: Fault { Fault { $0.rotation = .beforeSigning } }
}
