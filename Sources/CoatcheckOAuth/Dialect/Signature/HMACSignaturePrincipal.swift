// SPDX-License-Identifier: Apache-2.0

/// The user on whose behalf a signed request is sent: an id, and the namespace in which the user has it.
public struct HMACSignaturePrincipal: Sendable, Hashable {
  /// The id of the user.
  public let id: String
  /// The namespace of the id.
  public let namespace: String

  /// Creates a principal.
  ///
  /// - Parameters:
  ///   - id: The id of the user: visible ASCII characters and spaces, without `"` and `\`.
  ///   - namespace: The namespace of the id, of the same characters.
  ///   - scheme: The scheme, which has the names of the two fields.
  /// - Throws: `misused`, ``OAuthError/Code/invalidArgument`` naming the field that is empty or holds
  ///   forbidden characters: one of the two alone names no user.
  public init(
    id: String, namespace: String, scheme: HMACSignatureScheme
  ) throws(OAuthError) {
    for (name, value) in [(scheme.principalField, id), (scheme.namespaceField, namespace)] {
      guard HMACRequestSigner.canBeQuoted(value) else {
        throw .misused(name, "This field is empty, or holds quotes or other forbidden characters.")
      }
    }
    self.id = id
    self.namespace = namespace
  }
}
