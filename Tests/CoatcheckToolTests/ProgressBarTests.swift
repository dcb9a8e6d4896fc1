// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand
import TestKit

@testable import CoatcheckToolNetwork

@Suite("The progress bar")
struct ProgressBarTests {
  typealias Drawn = (bytes: Int64, total: Int64?, width: Int, line: String)

  static let cases: [Case<Drawn>] = [
    Case(
      "half",
      (5_000_000, 10_000_000, 60, "sent [==============>             ]  50%  5.0 MB of 10.0 MB")),
    Case("nothing yet", (0, 1000, 50, "sent [>                     ]   0%  0 B of 1.0 kB")),
    Case("all of it", (1000, 1000, 50, "sent [===================] 100%  1.0 kB of 1.0 kB")),
    Case(
      "never wider than 40",
      (1, 2, 500, "sent [====================>                   ]  50%  1 B of 2 B")),
    Case("too narrow for a bar", (1, 2, 30, "sent  50%  1 B of 2 B")),
    Case("too narrow for the text", (1, 2, 8, "sent  5")),
    Case("no room at all", (1, 2, 0, "")),
    Case("an unknown end", (12_345_678, nil, 80, "sent 12.3 MB")),
    Case("more than was announced", (3, 2, 30, "sent 100%  3 B of 2 B")),
    Case("an empty body", (0, 0, 80, "sent 0 B")),
  ]

  @Test(
    "a line fits its width, and leaves the last column free", arguments: cases)
  func line(_ row: Case<Drawn>) {
    let (bytes, total, width, expected) = row.value
    let line = ProgressBar.line("sent", bytes: bytes, total: total, width: width)
    #expect(line == expected)
    #expect(line.count < max(1, width))
  }

  @Test("a line never exceeds the width, for any width and any number of bytes")
  func bounds() {
    for width in 0...120 {
      for bytes in [0, 1, 999, 1000, 999_949, 999_950, 1_000_000, Int64.max] {
        for total in [nil, 1, 1000, Int64.max] as [Int64?] {
          let line = ProgressBar.line("received", bytes: bytes, total: total, width: width)
          #expect(line.count <= max(0, width - 1))
        }
      }
    }
  }

  @Test(
    "sizes have a unit and at most five digits",
    arguments: [
      (0, "0 B"), (-1, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (999_949, "999.9 kB"),
      (999_950, "1.0 MB"), (1_500_000_000, "1.5 GB"), (Int64.max, "9.2 EB"),
    ] as [(Int64, String)])
  func size(_ bytes: Int64, _ text: String) {
    #expect(ProgressBar.size(bytes) == text)
  }

  @Test("it appears after half a second, is redrawn in place, and leaves an empty line")
  func display() throws {
    let written = Mutex("")
    let uptime = Mutex(Duration.zero)
    let terminal = Terminal(isForTerminal: true, noteWidth: { 30 }) { _, bytes in
      written.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
    }
    var environment = RuntimeEnvironment.live
    environment.uptime = { uptime.withLock { $0 } }
    let display = try #require(ProgressDisplay(terminal, environment: environment))
    display.show("sent", bytes: 1, total: 4)
    display.clear()
    #expect(written.withLock { $0 }.isEmpty)
    uptime.withLock { $0 = .milliseconds(500) }
    display.show("sent", bytes: 2, total: 4)
    display.show("sent", bytes: 3, total: 4)
    uptime.withLock { $0 = .milliseconds(600) }
    display.show("sent", bytes: 4, total: nil)
    display.clear()
    let (first, second) = ("sent  50%  2 B of 4 B", "sent 4 B")
    let padded = second + String(repeating: " ", count: first.count - second.count)
    let blank = String(repeating: " ", count: second.count)
    #expect(written.withLock { $0 } == "\r\(first)\r\(padded)\r\(blank)\r")
  }

  @Test("it is not shown if standard error is not a terminal")
  func noTerminal() {
    let terminal = Terminal(isForTerminal: true) { _, _ in }
    #expect(ProgressDisplay(terminal, environment: .live) == nil)
  }
}
