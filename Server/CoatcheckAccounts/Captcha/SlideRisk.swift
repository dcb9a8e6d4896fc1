// SPDX-License-Identifier: Apache-2.0

/// A score for how much the movement of a slider looks like that of a program.
///
/// The track is optional. The score refuses nothing by itself: keyboards, step buttons and assistive
/// devices produce tracks like those of a program.
public enum SlideRisk {
  /// A position of the piece at one moment.
  public struct Point: Sendable, Equatable {
    /// The distance to the right, in pixels as shown.
    public let x: Double
    /// The distance down, in pixels as shown.
    public let y: Double
    /// The time in milliseconds since the movement began.
    public let time: Int

    /// Creates a point.
    ///
    /// - Parameters:
    ///   - x: The distance to the right, in pixels as shown.
    ///   - y: The distance down, in pixels as shown.
    ///   - time: The time in milliseconds since the movement began.
    public init(x: Double, y: Double, time: Int) {
      self.x = x
      self.y = y
      self.time = time
    }
  }

  /// Computes the share of the signs of a program that a movement shows.
  ///
  /// - Parameters:
  ///   - track: The points of the movement in the order of their times.
  ///   - milliseconds: The duration of the movement as the client reports it; nil when it does not.
  ///   - width: The width of the picture as shown, in pixels.
  /// - Returns: From 0 (no sign) to 1 (all signs); 0.5 for a track of fewer than two points.
  public static func score(_ track: [Point], milliseconds: Int?, width: Double) -> Double {
    guard track.count >= 2, let first = track.first, let last = track.last else { return 0.5 }
    let steps = zip(track, track.dropFirst()).map { ($1.x - $0.x, $1.time - $0.time) }
    let marks = [
      // No user can see, drag and release the piece in less time.
      last.time - first.time < 300 || (milliseconds ?? .max) < 300,
      track.count < 10 || Double(track.count) > 5 * width,
      abs(first.x) > 10,
      // A hand does not move in a perfectly horizontal line.
      track.allSatisfy { $0.y == first.y },
      steps.contains { abs($0.0) > 50 },
      // The time must increase, and not only in equal steps.
      steps.contains { $0.1 < 0 } || (steps.count > 5 && Set(steps.map { $0.1 }).count == 1),
      !slowsDown(track),
    ]
    return Double(marks.filter { $0 }.count) / Double(marks.count)
  }

  /// Whether the last third is slower than the whole movement: a hand slows down to aim.
  private static func slowsDown(_ track: [Point]) -> Bool {
    guard let first = track.first, let last = track.last else { return false }
    let turn = track[track.count * 7 / 10]
    func speed(_ from: Point, _ to: Point) -> Double {
      abs(to.x - from.x) / Double(max(1, to.time - from.time))
    }
    return speed(turn, last) < speed(first, last)
  }
}
