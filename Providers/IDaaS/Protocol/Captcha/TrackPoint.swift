// SPDX-License-Identifier: Apache-2.0

/// A point of the movement of a slider's piece.
public struct TrackPoint: Sendable, Hashable {
  /// The event at the point: the member `type`.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The piece was grabbed.
    case down
    /// The piece was moved.
    case move
    /// The piece was released.
    case up
    /// A button or a key moved the piece.
    case click
  }

  /// The distance to the right of the point where it was grabbed, in pixels as shown.
  public var x: Double
  /// The distance below the point where it was grabbed, in pixels as shown.
  public var y: Double
  /// The time in milliseconds since it was grabbed: the member `t`.
  public var time: Int
  /// The event at the point.
  public var kind: Kind

  /// Creates a point.
  ///
  /// - Parameters:
  ///   - x: The distance to the right of the point where it was grabbed, in pixels as shown.
  ///   - y: The distance below the point where it was grabbed, in pixels as shown.
  ///   - time: The time in milliseconds since it was grabbed: the member `t`.
  ///   - kind: The event at the point.
  public init(x: Double, y: Double, time: Int, kind: Kind) {
    self.x = x
    self.y = y
    self.time = time
    self.kind = kind
  }
}
