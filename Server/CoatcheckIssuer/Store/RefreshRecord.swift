// SPDX-License-Identifier: Apache-2.0
public import CoatcheckFoundation

/// One refresh token of a family.
///
/// [RFC 6749 §1.5](https://www.rfc-editor.org/rfc/rfc6749#section-1.5)
public struct RefreshRecord: Sendable, Equatable {
  /// The digest of the token.
  public let digest: TokenDigest
  /// The identifier of the family it belongs to.
  public let familyID: String
  /// The number of rotations before it: 0 for the first token of a family. A store sets it when it rotates.
  public let generation: Int
  /// When it was issued.
  public let issuedAt: Date
  /// The first moment at which it is expired if it was not used before.
  public let expiresAt: Date

  /// Creates the record of a refresh token. Times are wall clock times; a store keeps whole milliseconds.
  ///
  /// - Parameters:
  ///   - digest: The digest of the token.
  ///   - familyID: The identifier of the family it belongs to.
  ///   - generation: The number of rotations before it. A store sets it itself: 0 for the first token of a
  ///     family, and one more for each successor.
  ///   - issuedAt: When it is issued.
  ///   - expiresAt: The first moment at which it is expired if it is not used. A store limits it to the
  ///     expiry of the family.
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
