// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import Foundation
import FuzzDriver

/// The Ed25519 key of RFC 8037 A.1, and the secret of RFC 7515 A.1.
enum Known {
  static let key = try! VerificationKey(
    JWK(parsing: [
      "kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
    ]))
  static let secret = try! MACKey(secret: Array(repeating: 7, count: 64), algorithm: .hs256)
}

/// A token that is read has only one encoding, and a token that is verified has claims.
exit(
  drive { start, count in
    let token = text(start, count)
    if let read = try? UnverifiedJWT(token) {
      require(token.utf8.count <= 16 << 10, "a token that is read is not too long")
      let parts = token.split(separator: ".", omittingEmptySubsequences: false)
      require(parts.count == 3, "a token that is read has three parts")
      for part in parts {
        let again = (try? Base64URL.decode(part)).map { Base64URL.encode($0) }
        require(again == String(part), "a part that is read has one spelling")
      }
      let header = read.header.json
      let again = try? JSONObject(parsing: header.serialized())
      require(again == header, "a header is read again as it was")
      if let verified = try? read.verified(by: Known.key, accepting: [.edDSA]) {
        require(verified.header.algorithm == .edDSA, "the algorithm is the one agreed upon")
        require(
          (try? JSONObject(parsing: verified.claims.serialized())) == verified.claims, "claims")
      }
    }
    if let read = try? UnverifiedMACToken(token) {
      require((try? UnverifiedJWT(token)) == nil, "no token is of both kinds")
      _ = try? read.verified(by: Known.secret)
    }
    return 0
  })
