// SPDX-License-Identifier: Apache-2.0
import TestKit

/// A token checked with the keys a server publishes.
func verified(_ token: String, by jwks: WireReply) throws -> VerifiedJWT {
  let keys = VerificationKeySet(try JWKSet(parsing: Array(jwks.body.utf8)))
  return try UnverifiedJWT(token).verified(by: keys, accepting: [.es256, .rs256])
}
