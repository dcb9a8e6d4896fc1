// SPDX-License-Identifier: Apache-2.0

/// How much a movement looks like a program's.
///
/// The track is optional and makes a risk score; it refuses nothing: keyboards, step
/// buttons and the devices of users who cannot drag make tracks like a program's.
public enum SlideRisk {
  /// Where a piece was, and when.
  public struct Point: Sendable, Equatable {
    /// Pixels to the right.
    public let x: Double
    /// Pixels down.
    public let y: Double
    /// Milliseconds since it was taken.
    public let time: Int

    /// A moment.
    public init(x: Double, y: Double, time: Int) {
      self.x = x
      self.y = y
      self.time = time
    }
  }

  /// How many of a program's marks a movement bears.
  ///
  /// - Parameters:
  ///   - track: The movement; nothing is said about an empty one.
  ///   - milliseconds: How long it took, as the caller says.
  ///   - width: How wide the picture was shown.
  /// - Returns: From 0, none, to 1, all of them; 0.5 when there is nothing to judge by.
  public static func score(_ track: [Point], milliseconds: Int?, width: Double) -> Double {
    guard track.count >= 2, let first = track.first, let last = track.last else { return 0.5 }
    let steps = zip(track, track.dropFirst()).map { ($1.x - $0.x, $1.time - $0.time) }
    let marks = [
      // No user sees, drags and releases in less.
      last.time - first.time < 300 || (milliseconds ?? .max) < 300,
      track.count < 10 || Double(track.count) > 5 * width,
      abs(first.x) > 10,
      // A hand does not keep a line.
      track.allSatisfy { $0.y == first.y },
      steps.contains { abs($0.0) > 50 },
      // Time does not go back, nor in equal steps only.
      steps.contains { $0.1 < 0 } || (steps.count > 5 && Set(steps.map { $0.1 }).count == 1),
      !slowsDown(track),
    ]
    return Double(marks.filter { $0 }.count) / Double(marks.count)
  }

  /// Whether the last third is slower than all of it: a hand aims.
  private static func slowsDown(_ track: [Point]) -> Bool {
    guard let first = track.first, let last = track.last else { return false }
    let turn = track[track.count * 7 / 10]
    func speed(_ from: Point, _ to: Point) -> Double {
      abs(to.x - from.x) / Double(max(1, to.time - from.time))
    }
    return speed(turn, last) < speed(first, last)
  }
}
