// SPDX-License-Identifier: Apache-2.0

/// The result of rotating a refresh token.
public enum Rotation: Sendable, Equatable {
  /// It was valid, it is used now, and its successor is stored under this generation.
  case rotated(RefreshFamily, generation: Int)
  /// It was used within the grace period, and its successor was not used yet: the same successor is
  /// returned, sealed as the first caller stored it. The successor of this caller was discarded.
  case repeated(RefreshFamily, sealedSuccessor: [UInt8])
  /// It was used before, and its grace period has ended: it may be stolen. The family was revoked in the
  /// same transaction, and is returned as it is now.
  case reused(RefreshFamily)
  /// It was not used for too long, or its family has reached its absolute expiry. Nothing was changed.
  case expired
  /// Its family was revoked before. Nothing was changed.
  case revoked
  /// No such token was ever issued, or it was removed after it expired. Nothing was changed.
  case unknown
  /// It belongs to another client. Nothing was changed, so that no client can end the session of another.
  case wrongClient
}
