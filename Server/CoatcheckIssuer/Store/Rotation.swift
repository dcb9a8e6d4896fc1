// SPDX-License-Identifier: Apache-2.0

/// What became of a refresh token that was presented.
public enum Rotation: Sendable, Equatable {
  /// It was valid, it is used now, and its successor is stored under this generation.
  case rotated(RefreshFamily, generation: Int)
  /// It was spent a moment ago and its successor was not used yet: here is the same successor, sealed
  /// as the first caller handed it in. What this caller offered was dropped.
  case repeated(RefreshFamily, sealedSuccessor: [UInt8])
  /// It was spent before, and its window is closed: it may be stolen. The family was ended in the
  /// same transaction, and is returned as it is now.
  case reused(RefreshFamily)
  /// It lay idle for too long, or its family has reached its absolute expiry. Nothing was changed.
  case expired
  /// Its family was ended before. Nothing was changed.
  case revoked
  /// No such token was ever issued, or it was swept away. Nothing was changed.
  case unknown
  /// It belongs to another client. Nothing was changed, so that no client can end the session of another.
  case wrongClient
}
