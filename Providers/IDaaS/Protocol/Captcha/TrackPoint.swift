// SPDX-License-Identifier: Apache-2.0

/// Where the piece was at one moment.
public struct TrackPoint: Sendable, Hashable {
  /// What happened there: `type`.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The piece was taken.
    case down
    /// It was moved.
    case move
    /// It was released.
    case up
    /// A button or key moved it.
    case click
  }

  /// How far it was to the right of where it was taken, in pixels as shown.
  public var x: Double
  /// How far it was below where it was taken, in pixels as shown.
  public var y: Double
  /// How many milliseconds after it was taken: `t`.
  public var time: Int
  /// What happened there.
  public var kind: Kind

  /// A point.
  public init(x: Double, y: Double, time: Int, kind: Kind) {
    self.x = x
    self.y = y
    self.time = time
    self.kind = kind
  }
}
