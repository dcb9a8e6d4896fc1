// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE

/// Claims whose signature or message authentication code is verified.
struct SignedClaims: Sendable {
  /// The algorithm of the signature or the message authentication code.
  enum Algorithm: Sendable, Hashable {
    case signature(SignatureAlgorithm)
    case mac(MACAlgorithm)

    /// The hash of the algorithm.
    var hash: HashAlgorithm {
      switch self {
      case .signature(let algorithm): algorithm.hash
      case .mac(let algorithm): algorithm.hash
      }
    }
  }

  let claims: JSONObject
  let algorithm: Algorithm
  /// Whether the `typ` of the header is `JWT` or absent.
  let isPlainJWT: Bool

  init(_ token: VerifiedJWT) {
    let header = token.header
    claims = token.claims
    algorithm = .signature(header.algorithm)
    isPlainJWT = header.type == nil || header.hasType("JWT")
  }

  init(_ token: VerifiedMACToken) {
    let header = token.header
    claims = token.claims
    algorithm = .mac(header.algorithm)
    isPlainJWT = header.type == nil || header.hasType("JWT")
  }
}
