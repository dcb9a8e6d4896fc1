// SPDX-License-Identifier: Apache-2.0
public import CoatcheckFoundation

/// One refresh token of a family.
///
/// [RFC 6749 §1.5](https://www.rfc-editor.org/rfc/rfc6749#section-1.5)
public struct RefreshRecord: Sendable, Equatable {
  /// The digest of the token.
  public let digest: TokenDigest
  /// The family it belongs to.
  public let familyID: String
  /// How many rotations lie behind it. `rotate` counts it itself.
  public let generation: Int
  /// When it was made.
  public let issuedAt: Date
  /// The first moment at which it is no longer valid when it is not used (idle limit).
  public let expiresAt: Date

  /// Describes a refresh token.
  public init(
    digest: TokenDigest, familyID: String, generation: Int, issuedAt: Date, expiresAt: Date
  ) {
    self.digest = digest
    self.familyID = familyID
    self.generation = generation
    self.issuedAt = issuedAt
    self.expiresAt = expiresAt
  }
}
