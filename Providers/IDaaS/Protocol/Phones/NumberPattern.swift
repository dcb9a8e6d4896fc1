// SPDX-License-Identifier: Apache-2.0

/// A server's pattern of phone numbers, with bounded matching time.
///
/// Patterns come from a server and are matched with every number that a user types, so they do not go to a
/// general matcher: there a bad pattern takes exponential time, `\d` takes digits of all scripts, and `$` takes a line
/// break after the number. This matcher follows all alternatives at the same time: its time is at most
/// proportional to the length of the pattern times the length of the number.
///
/// Supported are: ASCII characters, `\` before anything but a letter or digit, `\d`, `.` (a digit), `[…]` with
/// ranges, `\d` and a leading `^`, `(…)`, `(?:…)`, `|`, `?`, `*`, `+`, `{n}`, `{n,}`, `{n,m}`, and `^` and `$`
/// at the ends. A comma within `[…]` is left out: `[1,4,5]` means the digits. Always the whole
/// text has to match, with `$` or without.
struct NumberPattern: Sendable, Hashable {
  /// The maximum length of a pattern, in bytes.
  static let maximumLength = 512
  /// The maximum number of parts of a pattern, with its repetitions written out.
  static let maximumSize = 4_096

  /// One step of the matcher: consume a byte, continue at two places at once, or jump to another one.
  enum Step: Sendable, Hashable {
    case byte(ByteSet)
    case fork(Int, Int)
    case jump(Int)
    case end
  }

  let steps: [Step]

  /// Reads a pattern; nil when it is too long, too large, or contains something that is not supported.
  init?(_ text: String) {
    guard !text.isEmpty, text.utf8.count <= Self.maximumLength else { return nil }
    var reader = NumberPatternReader(text)
    guard let node = reader.pattern() else { return nil }
    var writer = NumberPatternWriter()
    guard writer.write(node, depth: 0) else { return nil }
    steps = writer.steps + [.end]
  }

  /// Whether the whole text matches.
  func matches(_ text: String) -> Bool {
    var places: Set<Int> = []
    enter(0, &places)
    for byte in text.utf8 {
      var next: Set<Int> = []
      for place in places {
        if case .byte(let set) = steps[place], set.contains(byte) { enter(place + 1, &next) }
      }
      guard !next.isEmpty else { return false }
      places = next
    }
    return places.contains(steps.count - 1)
  }

  /// Adds a place and all that can be reached from it without consuming a byte.
  private func enter(_ start: Int, _ places: inout Set<Int>) {
    var waiting = [start]
    while let place = waiting.popLast() {
      guard places.insert(place).inserted else { continue }
      switch steps[place] {
      case .jump(let target): waiting.append(target)
      case .fork(let one, let other): waiting += [one, other]
      case .byte, .end: break
      }
    }
  }
}
