// SPDX-License-Identifier: Apache-2.0

/// Checks after a run whether a history is possible at a server that keeps the rules.
///
/// It knows only what the clients recorded. Of two overlapping calls either may have come first, so it
/// reports a violation only if the rule is broken in both orders.
public struct HistoryCheck {
  private typealias Instant = ContinuousClock.Instant

  /// A code or a refresh token, in its family.
  private struct Link {
    /// The code or the device code that began the family.
    let family: String
    /// When a client received it first.
    let known: Instant
    /// The tokens that it was exchanged for.
    var successors: [(token: String, call: RecordedCall)] = []
  }

  /// The minimum lifetime of a code, counted from its first use by a client.
  static let codeLifetime = Duration.seconds(50)

  /// How long the successor of a used token is returned again, while the successor is unused.
  private let grace: Duration
  private var links: [String: Link] = [:]
  /// The calls that presented each code or refresh token.
  private var presented: [String: [RecordedCall]] = [:]
  /// When a call began that may have ended the family.
  private var mayHaveEnded: [String: Instant] = [:]
  /// When a response confirmed that the family has ended.
  private var hasEnded: [String: Instant] = [:]

  private init(_ calls: [RecordedCall], grace: Duration) {
    self.grace = grace
    collect(calls)
    note(calls)
  }

  /// The violations in a history.
  ///
  /// - Parameters:
  ///   - calls: The recorded calls, in the order of the responses. A code is part of it from its first use.
  ///   - grace: How long the successor of a used token is returned again, while the successor is unused.
  public static func violations(
    in calls: [RecordedCall], grace: Duration = .seconds(60)
  ) -> [Violation] {
    let check = HistoryCheck(calls, grace: grace)
    return check.chains() + check.answers(calls) + check.counts(calls) + pages(calls)
  }

  /// Follows the exchanges that begin with each code.
  private mutating func collect(_ calls: [RecordedCall]) {
    for call in calls {
      switch call.request {
      case .redeem(let code), .poll(let code):
        presented[code, default: []].append(call)
        if links[code] == nil { links[code] = Link(family: code, known: call.began) }
        if case .granted(let token) = call.outcome { follow(code, to: token, call) }
      case .refresh(let token):
        presented[token, default: []].append(call)
        if case .granted(let next) = call.outcome { follow(token, to: next, call) }
      default: break
      }
    }
  }

  private mutating func follow(_ token: String, to next: String, _ call: RecordedCall) {
    guard let family = links[token]?.family else { return }
    links[token]?.successors.append((next, call))
    if links[next] == nil { links[next] = Link(family: family, known: call.ended) }
  }

  /// Records which calls may have ended each family, and which have.
  private mutating func note(_ calls: [RecordedCall]) {
    for call in calls {
      switch call.request {
      case .end(let token):
        guard let family = links[token]?.family else { continue }
        mayEnd(family, call.began)
        if call.outcome == .accepted {
          hasEnded[family] = min(hasEnded[family] ?? call.ended, call.ended)
        }
      case .redeem(let code):
        // RFC 6749 §4.1.2: "If an authorization code is used more than once, the authorization server … SHOULD
        // revoke … all tokens previously issued based on that authorization code."
        let begun = (presented[code] ?? []).map(\.began).sorted()
        if begun.count > 1 { mayEnd(code, begun[1]) }
      case .refresh(let token):
        guard let link = links[token] else { continue }
        // RFC 9700 §4.14.2: a token presented after its successor was used, or after the grace window, ends
        // the family.
        let successorWasPresented = link.successors.contains { next in
          presented[next.token]?.contains { $0.began < call.ended } ?? false
        }
        let earlier = presented[token]?.contains { $0.began < call.ended - grace } ?? false
        if successorWasPresented || earlier { mayEnd(link.family, call.began) }
      default: break
      }
    }
  }

  private mutating func mayEnd(_ family: String, _ instant: Instant) {
    mayHaveEnded[family] = min(mayHaveEnded[family] ?? instant, instant)
  }

  private func chains() -> [Violation] {
    var violations: [Violation] = []
    for (token, link) in links {
      let isCode = link.family == token
      let successors = Set(link.successors.map(\.token))
      if isCode ? link.successors.count > 1 : successors.count > 1 {
        violations.append(Violation(rule: isCode ? .codeRedeemedTwice : .forked, subject: token))
      }
      if isCode { continue }
      for (next, call) in link.successors {
        let wasUsedBefore = links[next]?.successors.contains {
          $0.call.ended < call.began
        }
        if wasUsedBefore ?? false {
          violations.append(Violation(rule: .spentAccepted, subject: token))
        }
      }
    }
    return violations
  }

  private func answers(_ calls: [RecordedCall]) -> [Violation] {
    calls.compactMap { call in
      switch call.request {
      case .redeem(let token), .refresh(let token), .use(let token), .poll(let token):
        guard let link = links[token] else { return nil }
        if call.outcome == .refused, isGood(token, link, for: call) {
          return Violation(rule: .lost, subject: token)
        }
        let isAccepted = call.outcome != .refused && call.outcome != .unknown
        if isAccepted, let ended = hasEnded[link.family], ended < call.began {
          return Violation(rule: .revived, subject: token)
        }
        return nil
      default: return nil
      }
    }
  }

  /// Whether no call of a client is a reason to refuse this call.
  private func isGood(_ token: String, _ link: Link, for call: RecordedCall) -> Bool {
    guard link.known <= call.began else { return false }
    if let end = mayHaveEnded[link.family], end < call.ended { return false }
    switch call.request {
    case .redeem:
      return presented[token]?.count == 1 && call.ended < call.began + Self.codeLifetime
    case .poll: return presented[token]?.count == 1
    default: return true
    }
  }

  private func counts(_ calls: [RecordedCall]) -> [Violation] {
    var accepted: [RecordedCall.Request: Int] = [:]
    for call in calls where call.outcome == .accepted {
      accepted[call.request, default: 0] += 1
    }
    return accepted.compactMap { request, count in
      switch request {
      case .once(let key) where count > 1: Violation(rule: .acceptedTwice, subject: key)
      case .attempt(let key, let limit) where count > limit:
        Violation(rule: .limitExceeded, subject: key)
      default: nil
      }
    }
  }
}
