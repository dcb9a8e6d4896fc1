// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
import Crypto
import HTTPTypes
import CoatcheckFoundation

/// A DPoP proof: a JWT that shows, for one request, that the sender holds a private key.
///
/// ```swift
/// let proof = try DPoPProof(
///   key: key, method: "GET", address: "https://api.example/photos?page=2",
///   accessToken: token, nonce: nonce, environment: .live)
/// request.headerFields[.dPoP] = proof.text
/// ```
///
/// The server reads it as ``Received``.
/// [RFC 9449 §4](https://www.rfc-editor.org/rfc/rfc9449#section-4).
public struct DPoPProof: Sendable {
  /// The value of the header `typ`.
  public static let type = "dpop+jwt"

  /// The proof: the value of the `DPoP` field. A third party that learns it may be able to repeat the
  /// request within a minute, but cannot change it.
  public let text: String
  /// `jti`: 128 random bits, as base64url.
  public let id: String

  /// Creates a proof for one request.
  ///
  /// - Parameters:
  ///   - key: The private key to which the token is, or shall be, bound.
  ///   - method: The method of the request, as it is sent: `GET`.
  ///   - address: The absolute URI of the request; its query and its fragment are left out of the proof.
  ///   - accessToken: The access token in the request; nil for a token request.
  ///   - nonce: The latest nonce of the server; nil when it issued none.
  ///   - environment: The wall clock, and the source of randomness for `jti`.
  /// - Throws: `misused` naming `method`, `address` or `key` when it cannot be used for a proof.
  public init(
    key: SigningKey, method: String, address: String, accessToken: Secret? = nil,
    nonce: DPoPNonce? = nil, environment: RuntimeEnvironment
  ) throws(OAuthError) {
    guard HTTPField.Name(method) != nil else {
      throw .misused("method", "The method of the request is no token.")
    }
    guard let target = TargetURI(address) else {
      throw .misused("address", "The address of the request is no absolute web address.")
    }
    // RFC 9449 §4.2: "The JOSE Header of a DPoP JWT MUST contain at least the following parameters":
    // `typ`, `alg`, and `jwk`, which "MUST NOT contain a private key".
    let header: JSONObject = [
      "typ": .string(Self.type), "alg": .string(key.algorithm.rawValue),
      "jwk": .object(Self.bare(key.publicJWK)),
    ]
    // "[jti] MUST be assigned such that there is a negligible probability that the same value will be
    // assigned to any other DPoP proof".
    id = environment.token(bytes: 16)
    var claims: JSONObject = [
      "jti": .string(id), "htm": .string(method), "htu": .string(target.text),
      "iat": .number(JSONNumber(Int(environment.now().timeIntervalSince1970.rounded(.down)))),
    ]
    // "When the DPoP proof is used in conjunction with the presentation of an access token in protected
    // resource access […], the DPoP proof MUST also contain the following claim: ath".
    claims["ath"] = accessToken.map { .string(Self.hash(of: $0)) }
    claims["nonce"] = nonce.map { .string($0.text) }
    let signed =
      Base64URL.encode(header.serialized()) + "." + Base64URL.encode(claims.serialized())
    do throws(JOSEError) {
      text = signed + "." + Base64URL.encode(try key.signature(for: Array(signed.utf8)))
    } catch {
      throw .misused("key", "The key cannot sign a proof.")
    }
  }

  /// "The value MUST be the result of a base64url encoding […] the SHA-256 hash of the ASCII encoding of
  /// the associated access token's value."
  static func hash(of accessToken: Secret) -> String {
    Base64URL.encode(Array(SHA256.hash(data: Array(accessToken.reveal().utf8))))
  }

  /// The JWK with only the members of the public key, without `kid`, `use` and other metadata.
  private static func bare(_ key: JWK) -> JSONObject {
    var json = JSONObject()
    for name in ["kty", "crv", "x", "y", "n", "e"] { json[name] = key.json[name] }
    return json
  }
}

extension DPoPProof: CustomStringConvertible, CustomReflectable {
  /// The ``id``, without the proof.
  public var description: String { "DPoPProof(\(id))" }
  /// The ``id``, without the proof.
  public var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}
