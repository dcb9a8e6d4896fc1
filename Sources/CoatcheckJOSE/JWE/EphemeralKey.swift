// SPDX-License-Identifier: Apache-2.0

/// Reads `epk`, the sender's public key of a key agreement.
///
/// [RFC 7518 §4.6.1.1](https://www.rfc-editor.org/rfc/rfc7518#section-4.6.1.1)
enum EphemeralKey {
  /// The public key in a header.
  ///
  /// - Throws: ``JOSEError`` `invalidHeader` if it is missing, incomplete, or a private key.
  static func read(_ header: HeaderMembers) throws(JOSEError) -> KeyParameters {
    guard let object = try header.object("epk") else {
      throw JOSEError(.invalidHeader, "the header has no epk")
    }
    // "The key is represented as a JSON Web Key public key value. It MUST contain only public key
    // parameters".
    guard object["d"] == nil, object["k"] == nil else {
      throw JOSEError(.invalidHeader, "the header's epk holds a private key")
    }
    do {
      return try KeyParameters(KeyMembers(object))
    } catch {
      throw JOSEError(.invalidHeader, "the header's epk is no public key")
    }
  }
}
