// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import CoatcheckOAuth

extension SecurityProfile {
  /// The profile with the public key of the authorization server, where request objects are encrypted
  /// with a key that the server publishes.
  ///
  /// - Throws: `unreadable` when the server does not support the encryption, or publishes no key for
  ///   it; what fetching the keys throws.
  func withKey(
    of metadata: ServerMetadata, from keys: KeySetCache
  ) async throws(OAuthError) -> SecurityProfile {
    guard let encryption = requestSigning?.encryption else { return self }
    let listed = [
      (
        metadata.requestObjectEncryptionAlgorithms, encryption.algorithm.rawValue,
        "request_object_encryption_alg_values_supported"
      ),
      (
        metadata.requestObjectContentEncryptions, encryption.encryption.rawValue,
        "request_object_encryption_enc_values_supported"
      ),
    ]
    for (values, own, name) in listed where values?.contains(own) == false {
      throw .unreadable(
        .metadataMalformed,
        "The authorization server does not support this encryption of request objects.",
        parameter: name)
    }
    guard encryption.key == nil else { return self }
    guard let jwksURI = metadata.jwksURI else {
      throw .unreadable(
        .metadataMalformed, "The authorization server publishes no keys to encrypt requests for.",
        parameter: "jwks_uri")
    }
    var profile = self
    profile.requestSigning?.encryption?.key = try await keys.encryptionKey(
      at: jwksURI, for: encryption.algorithm, encryption.encryption)
    return profile
  }
}
