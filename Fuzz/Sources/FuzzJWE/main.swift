// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import Foundation
import FuzzDriver

/// The keys of the seeds, which are examples of the JOSE cookbook.
enum Known {
  static let keys = try! DecryptionKeySet([
    DecryptionKey(privateJWK: [
      "kty": "oct", "kid": "77c7e2b8-6e13-45cf-8672-617b5b45243a", "alg": "A128GCM",
      "k": "XctOhJAkA-pD9Lh7ZgW_2A",
    ]),
    DecryptionKey(privateJWK: [
      "kty": "oct", "kid": "81b20965-8332-43d9-a468-82160ad91ac8", "alg": "A128KW",
      "k": "GZy6sIZ6wl9NJOKB-jnmVQ",
    ]),
    DecryptionKey(privateJWK: [
      "kty": "oct", "kid": "18ec08e1-bfa9-4d95-b205-2b4dd1d4321d", "alg": "A256GCMKW",
      "k": "qC57l_uxcm7Nm3K-ct4GFjx8tM1U8CZ0NLBvdQstiS8",
    ]),
    DecryptionKey(privateJWK: [
      "kty": "OKP", "crv": "X25519", "kid": "Bob",
      "x": "3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08",
      "d": "XasIfmJKikt54X-Lg4AO5m87sSkmGLb9HC-LJ_-I4Os",
    ]),
  ])
  static let all: UnverifiedJWE.Algorithms = (
    keyManagement: Set(KeyManagementAlgorithm.allCases),
    encryption: Set(ContentEncryption.allCases)
  )
}

/// A token that is read has only one encoding. If its decryption fails, the error is another one than the
/// errors of reading.
exit(
  drive { start, count in
    let token = text(start, count)
    guard let read = try? UnverifiedJWE(token) else { return 0 }
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    require(parts.count == 5, "a token that is read has five parts")
    for part in parts {
      let again = (try? Base64URL.decode(part)).map { Base64URL.encode($0) }
      require(again == String(part), "a part that is read has one spelling")
    }
    require(read.header.json["zip"] == nil, "nothing is decompressed")
    do throws(JOSEError) {
      let content = try read.decrypted(by: Known.keys, accepting: Known.all)
      require(content.count <= token.utf8.count, "a content is not longer than its token")
    } catch {
      require(error.code != .malformedToken, "a token that is read is well formed")
    }
    _ = try? UnverifiedNestedJWT(token)
    return 0
  })
