// SPDX-License-Identifier: Apache-2.0

@testable import CoatcheckJOSE

/// Keys and tokens from the specifications.
enum Fixture {
  /// The RSA key of RFC 7515 A.2.
  static let rsaJWK: JSONObject = [
    "kty": "RSA",
    "n": .string(
      "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4"
        + "d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5"
        + "z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJ"
        + "H7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ"),
    "e": "AQAB",
    "d": .string(
      "Eq5xpGnNCivDflJsRQBXHx1hdR1k6Ulwe2JZD50LpXyWPEAeP88vLNO97IjlA7_GQ5sLKMgvfTeXZx9SE-7YwVol2NXO"
        + "oAJe46sui395IW_GO-pWJ1O0BkTGoVEn2bKVRUCgu-GjBVaYLU6f3l9kJfFNS3E0QbVdxzubSu3Mkqzjkn439X0M"
        + "_V51gfpRLI9JYanrC4D4qAdGcopV_0ZHHzQlBjudU2QvXt4ehNYTCBr6XCLQUShb1juUO1ZdiYoFaFQT5Tw8bGUl"
        + "_x_jTj3ccPDVZFD9pIuhLhBOneufuBiB4cS98l2SR_RQyGWSeWjnczT0QU91p1DhOVRuOopznQ"),
    "p": .string(
      "4BzEEOtIpmVdVEZNCqS7baC4crd0pqnRH_5IB3jw3bcxGn6QLvnEtfdUdiYrqBdss1l58BQ3KhooKeQTa9AB0Hw_Py5P"
        + "JdTJNPY8cQn7ouZ2KKDcmnPGBY5t7yLc1QlQ5xHdwW1VhvKn-nXqhJTBgIPgtldC-KDV5z-y2XDwGUc"),
    "q": .string(
      "uQPEfgmVtjL0Uyyx88GZFF1fOunH3-7cepKmtH4pxhtCoHqpWmT8YAmZxaewHgHAjLYsp1ZSe7zFYHj7C6ul7TjeLQeZ"
        + "D_YwD66t62wDmpe_HlB-TnBA-njbglfIsRLtXlnDzQkv5dTltRJ11BKBBypeeF6689rjcJIDEz9RWdc"),
  ]

  /// The token of RFC 7515 A.2.
  static let rsaToken =
    "eyJhbGciOiJSUzI1NiJ9"
    + ".eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
    + ".cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5"
    + "jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb"
    + "1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QO"
    + "YEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw"

  /// The P-256 key of RFC 7515 A.3.
  static let ecJWK: JSONObject = [
    "kty": "EC", "crv": "P-256",
    "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
    "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
    "d": "jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI",
  ]

  /// The token of RFC 7515 A.3.
  static let ecToken =
    "eyJhbGciOiJFUzI1NiJ9"
    + ".eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
    + ".DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"

  /// The Ed25519 key of RFC 8037 A.1.
  static let edJWK: JSONObject = [
    "kty": "OKP", "crv": "Ed25519",
    "d": "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
    "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
  ]

  /// Keys that the tests trust.
  static let rsa = try! SigningKey(privateJWK: rsaJWK)
  static let pss = try! SigningKey(privateJWK: rsaJWK.setting("alg", "PS256"))
  static let ec = try! SigningKey(privateJWK: ecJWK)
  static let ed = try! SigningKey(privateJWK: edJWK)

  /// The P-384 key of RFC 7520 §5.4 and the P-521 key of RFC 7520 §4.3, for signing.
  static let ec384JWK = try! Vectors.load(
    "jose-cookbook/jwe/5_4.key_agreement_with_key_wrapping_using_ecdh-es_and_aes-keywrap_with_"
      + "aes-gcm.json"
  ).object("input").object("key").setting("use", nil).setting("kid", nil)
  static let ec521JWK = try! Vectors.load("jose-cookbook/jws/4_3.ecdsa_signature.json")
    .object("input").object("key").setting("use", nil).setting("kid", nil)

  private static let signers: [SignatureAlgorithm: SigningKey] = Dictionary(
    uniqueKeysWithValues: SignatureAlgorithm.allCases.map { algorithm in
      let json =
        switch algorithm {
        case .es256: ecJWK
        case .es384: ec384JWK
        case .es512: ec521JWK
        case .rs256, .rs384, .rs512, .ps256, .ps384, .ps512: rsaJWK
        case .edDSA, .ed25519: edJWK
        }
      let name = JSONValue.string(algorithm.rawValue)
      return (algorithm, try! SigningKey(privateJWK: json.setting("alg", name)))
    })

  /// A key that is not trusted.
  static let attackerEC = try! SigningKey(privateJWK: [
    "kty": "EC", "crv": "P-256",
    "x": "hNjzNiYrdO1qcSJ4tY5vo6fy0U-AdCBt6VTS7qtHQcM",
    "y": "F9Vp1efaxuDdtKWogytroN0ngDUZXTmGwBi0W4urgLY",
    "d": "DM-DoeJSpPAADp2t2S_TzzwiGb8EndSP8eLES6WTt9M",
  ])

  /// A self-signed certificate of that key, in base64, and its SHA-1 fingerprint in base64url.
  static let attackerCertificate =
    "MIIBFjCBvaADAgECAgEBMAoGCCqGSM49BAMCMBUxEzARBgNVBAMMCm9wLmV4YW1wbGUwHhcNMjMwMTAxMDAwMDAw"
    + "WhcNNDMwMTAxMDAwMDAwWjAVMRMwEQYDVQQDDApvcC5leGFtcGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE"
    + "hNjzNiYrdO1qcSJ4tY5vo6fy0U+AdCBt6VTS7qtHQcMX1WnV59rG4N20paiDK2ug3SeANRldOYbAGLRbi6uAtjAK"
    + "BggqhkjOPQQDAgNIADBFAiA+4AbPuLeg7h2I2II5ydkOrIed3yso/2LUEzOTlTTQ+AIhALNATcSaNXdqXtPs7Kjl"
    + "2ptZ73834ts87qyZWRVPXAlr"
  static let attackerFingerprint = "opUqmwfbIP-WIgPvwb_7vEKjtio"

  static func signer(_ algorithm: SignatureAlgorithm) -> SigningKey {
    signers[algorithm]!
  }

  static let everything = Set(SignatureAlgorithm.allCases)

  static let everyEncryption: UnverifiedJWE.Algorithms = (
    keyManagement: Set(KeyManagementAlgorithm.allCases),
    encryption: Set(ContentEncryption.allCases)
  )

  static let claims: JSONObject = [
    "iss": "https://op.example", "sub": "alice", "aud": "app", "exp": 1_700_000_600,
    "iat": 1_700_000_000,
  ]
}

extension JSONObject {
  func setting(_ name: String, _ value: JSONValue?) -> JSONObject {
    var copy = self
    copy[name] = value
    return copy
  }
}

extension SigningKey {
  /// The published key set of an issuer with only this key.
  var trusted: VerificationKeySet { VerificationKeySet(JWKSet(keys: [publicJWK])) }

  /// A compact token with a given header and payload and a valid signature.
  func forge(header: [UInt8], payload: [UInt8]) throws -> String {
    let signed = Base64URL.encode(header) + "." + Base64URL.encode(payload)
    return signed + "." + Base64URL.encode(try signature(for: Array(signed.utf8)))
  }

  func forge(_ header: String, _ payload: String = #"{"sub":"alice"}"#) throws -> String {
    try forge(header: Array(header.utf8), payload: Array(payload.utf8))
  }
}

/// The code of the error that `body` throws; `nil` if it succeeds.
func refusal<Success>(_ body: () throws -> Success) -> JOSEError.Code? {
  do {
    _ = try body()
    return nil
  } catch {
    return (error as? JOSEError)?.code ?? JOSEError.Code(rawValue: "\(error)")
  }
}

/// The code of the error with which a token is refused; `nil` if it is accepted.
func refusal(of token: String, trusting keys: VerificationKeySet) -> JOSEError.Code? {
  refusal { try UnverifiedJWT(token).verified(by: keys, accepting: Fixture.everything) }
}
