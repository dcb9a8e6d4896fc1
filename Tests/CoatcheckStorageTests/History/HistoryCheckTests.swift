// SPDX-License-Identifier: Apache-2.0
import History
import TestKit

/// Tests the checker itself: short histories that break one rule or none.
@Suite("The checker of histories")
struct HistoryCheckTests {
  /// A call, its outcome, and when it began and ended.
  struct Line: Sendable {
    let request: RecordedCall.Request
    let outcome: RecordedCall.Outcome
    let began: Int
    let ended: Int

    init(
      _ request: RecordedCall.Request, _ outcome: RecordedCall.Outcome, _ began: Int, _ ended: Int
    ) {
      (self.request, self.outcome, self.began, self.ended) = (request, outcome, began, ended)
    }

    static func refresh(_ token: String, to next: String, _ began: Int, _ ended: Int) -> Line {
      Line(.refresh(token: token), .granted(token: next), began, ended)
    }
    static func refused(_ token: String, _ began: Int, _ ended: Int) -> Line {
      Line(.refresh(token: token), .refused, began, ended)
    }
    static func redeem(_ code: String, to next: String, _ began: Int, _ ended: Int) -> Line {
      Line(.redeem(code: code), .granted(token: next), began, ended)
    }
    static func end(_ token: String, _ began: Int, _ ended: Int) -> Line {
      Line(.end(token: token), .accepted, began, ended)
    }
  }

  struct Row: Sendable, CustomStringConvertible {
    let description: String
    let lines: [Line]
    let broken: Violation.Rule?

    init(_ description: String, _ lines: [Line], breaks broken: Violation.Rule? = nil) {
      (self.description, self.lines, self.broken) = (description, lines, broken)
    }

    /// A row that begins with a code `c` that is redeemed for `a`, which is exchanged for `b`.
    static func chain(
      _ description: String, _ lines: [Line], breaks broken: Violation.Rule? = nil
    ) -> Row {
      Row(
        description, [.redeem("c", to: "a", 0, 1), .refresh("a", to: "b", 2, 3)] + lines,
        breaks: broken)
    }
  }

  static let rows: [Row] = [
    .chain("a chain", [.refresh("b", to: "d", 4, 5)]),
    .chain("a code redeemed twice", [.redeem("c", to: "z", 0, 2)], breaks: .codeRedeemedTwice),
    .chain("the same successor returned again", [.refresh("a", to: "b", 2, 4)]),
    .chain("a second, different successor", [.refresh("a", to: "z", 2, 4)], breaks: .forked),
    .chain(
      "a successor that was returned again after it was used",
      [.refresh("b", to: "d", 4, 5), .refresh("a", to: "b", 6, 7)], breaks: .spentAccepted),
    .chain(
      "a successor that was returned again while it was used",
      [.refresh("b", to: "d", 4, 6), .refresh("a", to: "b", 5, 7)]),
    .chain("a refused successor", [.refused("b", 4, 5)], breaks: .lost),
    .chain("a request without a response", [Line(.refresh(token: "b"), .unknown, 4, 5)]),
    .chain(
      "a token that was refused after a request without a response",
      [Line(.refresh(token: "b"), .unknown, 4, 5), .refused("b", 6, 7)], breaks: .lost),
    .chain(
      "the same after the grace window",
      [Line(.refresh(token: "b"), .unknown, 4, 5), .refused("b", 66, 67)]),
    Row("a refused code", [Line(.redeem(code: "x"), .refused, 0, 1)], breaks: .lost),
    Row(
      "a code that was refused after its lifetime", [Line(.redeem(code: "x"), .refused, 0, 61)]),
    .chain(
      "a token that was refused after a replay",
      [.refresh("b", to: "d", 4, 5), .refused("a", 6, 7), .refused("d", 8, 9)]),
    .chain(
      "a token that was refused before a replay",
      [.refresh("b", to: "d", 4, 5), .refused("d", 6, 7), .refused("a", 8, 9)], breaks: .lost),
    .chain(
      "a token that was refused before a replay of its code",
      [.refused("b", 4, 5), Line(.redeem(code: "c"), .refused, 6, 7)], breaks: .lost),
    .chain(
      "a token that was refused after a replay of its code",
      [Line(.redeem(code: "c"), .refused, 4, 5), .refused("b", 6, 7)]),
    .chain("a token that was refused after its end", [.end("b", 4, 5), .refused("b", 6, 7)]),
    .chain(
      "a token that was valid after its end", [.end("b", 4, 5), .refresh("b", to: "d", 6, 7)],
      breaks: .revived),
    .chain(
      "a token that was accepted by an API after its end",
      [.end("b", 4, 5), Line(.use(token: "a"), .accepted, 6, 7)], breaks: .revived),
    .chain(
      "a token that was valid while it ended", [.end("b", 4, 7), .refresh("b", to: "d", 6, 8)]),
    Row(
      "a key that was accepted twice",
      [Line(.once(key: "j"), .accepted, 0, 1), Line(.once(key: "j"), .accepted, 0, 1)],
      breaks: .acceptedTwice),
    Row(
      "one attempt more than the limit",
      Array(repeating: Line(.attempt(key: "k", limit: 2), .accepted, 0, 1), count: 3),
      breaks: .limitExceeded),
    Row(
      "as many attempts as the limit",
      Array(repeating: Line(.attempt(key: "k", limit: 2), .accepted, 0, 1), count: 2)),
  ]

  static let pages: [Row] = [
    Row(
      "a device code that is redeemed twice",
      [
        Line(.poll(device: "d"), .granted(token: "a"), 0, 1),
        Line(.poll(device: "d"), .granted(token: "z"), 0, 1),
      ], breaks: .codeRedeemedTwice),
    Row(
      "a device code that was refused after its use, and its token",
      [
        Line(.poll(device: "d"), .granted(token: "a"), 0, 1),
        Line(.poll(device: "d"), .refused, 2, 3),
        .refresh("a", to: "b", 4, 5),
      ]),
    Row(
      "a refused token of a device",
      [Line(.poll(device: "d"), .granted(token: "a"), 0, 1), .refused("a", 2, 3)], breaks: .lost),
    Row(
      "a refused device code that was approved", [Line(.poll(device: "d"), .refused, 0, 1)],
      breaks: .lost),
    Row(
      "a pushed request that was accepted twice",
      Array(repeating: Line(.visit(request: "r"), .accepted, 0, 1), count: 2),
      breaks: .acceptedTwice),
    Row(
      "a pushed request that was refused after its use",
      [Line(.visit(request: "r"), .accepted, 0, 1), Line(.visit(request: "r"), .refused, 0, 1)]),
    Row(
      "a refused pushed request", [Line(.visit(request: "r"), .refused, 0, 1)], breaks: .lost),
    Row(
      "a pushed request that was refused after its lifetime",
      [Line(.visit(request: "r"), .refused, 0, 61)]),
    Row(
      "a session that was valid after its end",
      [
        Line(.signOut(session: "s"), .accepted, 0, 1), Line(.browse(session: "s"), .accepted, 2, 3),
      ], breaks: .revived),
    Row(
      "a session that was valid while it ended, and not afterwards",
      [
        Line(.signOut(session: "s"), .accepted, 0, 2), Line(.browse(session: "s"), .accepted, 1, 3),
        Line(.browse(session: "s"), .refused, 4, 5),
      ]),
    Row(
      "a session that was lost before its end",
      [Line(.browse(session: "s"), .refused, 0, 1), Line(.signOut(session: "s"), .accepted, 2, 3)],
      breaks: .lost),
    Row(
      "a registered client that one server knows and another does not",
      [
        Line(.useClient(id: "c"), .accepted, 0, 1), Line(.useClient(id: "c"), .refused, 2, 3),
      ], breaks: .lost),
  ]

  @Test("names the rule that a history breaks", arguments: rows + pages)
  func check(_ row: Row) {
    let start = ContinuousClock.now
    let calls = row.lines.map { line in
      RecordedCall(
        line.request, line.outcome, began: start + .seconds(line.began),
        ended: start + .seconds(line.ended))
    }
    let rules = Set(HistoryCheck.violations(in: calls).map(\.rule))
    #expect(rules == Set([row.broken].compactMap(\.self)))
  }
}
