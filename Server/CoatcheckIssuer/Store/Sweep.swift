// SPDX-License-Identifier: Apache-2.0

/// What a pass of the sweeper did.
public enum Sweep: Sendable, Equatable {
  /// So many expired records are gone. As many as the limit: call again.
  case removed(Int)
  /// Nothing was removed: the clock jumped, and by its new time too much would go at once. When the
  /// clock keeps that time for an hour, it is believed.
  case refused(expired: Int, of: Int)
}
