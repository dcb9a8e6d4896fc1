// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE

/// The signature algorithm of a tenant's ID tokens: the header parameter `alg`.
public enum IDTokenAlgorithm: String, Sendable, CaseIterable {
  /// RSASSA-PKCS1-v1_5 with SHA-256.
  case rs256 = "RS256"
  /// ECDSA on P-256 with SHA-256.
  case es256 = "ES256"

  var signature: SignatureAlgorithm {
    switch self {
    case .rs256: .rs256
    case .es256: .es256
    }
  }
}
