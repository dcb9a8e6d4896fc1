// SPDX-License-Identifier: Apache-2.0

/// On whose behalf a request with a WSKey signature is sent: two fields that only mean something together.
public struct WSKeyPrincipal: Sendable, Hashable {
  /// `principalID`: the person.
  public let id: String
  /// `principalIDNS`: the namespace in which the person has that id.
  public let namespace: String

  /// A principal.
  ///
  /// - Parameters:
  ///   - id: The person's `principalID`.
  ///   - namespace: The `principalIDNS`, such as `urn:oclc:platform:128807`.
  /// - Throws: `misused` naming the field that is empty or can't stand in quotes: nobody can be acted for
  ///   by one of the two alone.
  public init(id: String, namespace: String) throws(OAuthError) {
    for (name, value) in [("principalID", id), ("principalIDNS", namespace)] {
      guard WSKeySigner.canBeQuoted(value) else {
        throw .misused(name, "This field is empty, or holds quotes or other forbidden characters.")
      }
    }
    self.id = id
    self.namespace = namespace
  }
}
