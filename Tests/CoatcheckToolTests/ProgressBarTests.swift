// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand
import TestKit

@testable import CoatcheckToolNetwork

@Suite("The progress bar")
struct ProgressBarTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: Int64
    let total: Int64?
    let width: Int
    let line: String
  }

  static let cases: [Case] = [
    Case(
      testDescription: "half", bytes: 5_000_000, total: 10_000_000, width: 60,
      line: "sent [==============>             ]  50%  5.0 MB of 10.0 MB"),
    Case(
      testDescription: "nothing yet", bytes: 0, total: 1000, width: 50,
      line: "sent [>                     ]   0%  0 B of 1.0 kB"),
    Case(
      testDescription: "all of it", bytes: 1000, total: 1000, width: 50,
      line: "sent [===================] 100%  1.0 kB of 1.0 kB"),
    Case(
      testDescription: "never wider than 40", bytes: 1, total: 2, width: 500,
      line: "sent [====================>                   ]  50%  1 B of 2 B"),
    Case(
      testDescription: "too narrow for a bar", bytes: 1, total: 2, width: 30,
      line: "sent  50%  1 B of 2 B"),
    Case(testDescription: "too narrow for the text", bytes: 1, total: 2, width: 8, line: "sent  5"),
    Case(testDescription: "no room at all", bytes: 1, total: 2, width: 0, line: ""),
    Case(
      testDescription: "an unknown end", bytes: 12_345_678, total: nil, width: 80,
      line: "sent 12.3 MB"),
    Case(
      testDescription: "more than was announced", bytes: 3, total: 2, width: 30,
      line: "sent 100%  3 B of 2 B"),
    Case(testDescription: "an empty body", bytes: 0, total: 0, width: 80, line: "sent 0 B"),
  ]

  @Test(
    "width and fraction make the line, which always leaves the last column free", arguments: cases)
  func line(_ example: Case) {
    let line = ProgressBar.line(
      "sent", bytes: example.bytes, total: example.total, width: example.width)
    #expect(line == example.line)
    #expect(line.count < max(1, example.width))
  }

  @Test("no width and no number make it too long or trap")
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
    "sizes have three digits or so",
    arguments: [
      (0, "0 B"), (-1, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (999_949, "999.9 kB"),
      (999_950, "1.0 MB"), (1_500_000_000, "1.5 GB"), (Int64.max, "9.2 EB"),
    ] as [(Int64, String)])
  func size(_ bytes: Int64, _ text: String) {
    #expect(ProgressBar.size(bytes) == text)
  }

  @Test("it appears after half a second, is drawn over itself, and leaves an empty line")
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

  @Test("where standard error is no terminal there is none")
  func noTerminal() {
    let terminal = Terminal(isForTerminal: true) { _, _ in }
    #expect(ProgressDisplay(terminal, environment: .live) == nil)
  }
}
