// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import Foundation

extension IDaaSServer {
  /// Counts something that was asked for.
  ///
  /// - Throws: `captchaWrong` with `rate_limited` beyond the limit.
  func countCaptcha(
    _ name: String, of subject: [String], limit: Int, _ context: CallContext
  ) async throws {
    let attempt = try await store.attempt(
      captchaKey(name, subject), limit: limit, window: CaptchaLimits.minute, at: context.now)
    guard case .exhausted(let until) = attempt else { return }
    throw captchaThrottled(until: until, context)
  }

  /// The refusal of a caller that asks too often.
  func captchaThrottled(until end: Date, _ context: CallContext) -> Refusal {
    let seconds = max(1, end.timeIntervalSince(context.now).rounded(.up))
    return Refusal(.captchaWrong, detail: .rateLimited, retryAfter: Int(seconds))
  }

  /// Refuses pictures after too many wrong places.
  ///
  /// - Throws: `captchaWrong` with `rate_limited`.
  func checkNotLocked(_ context: CallContext) async throws {
    for subject in context.captchaSubjects {
      for digest in lockDigests(subject, at: context.now) {
        guard let lock = try await store.record(.captchaLock, digest, at: context.now) else {
          continue
        }
        throw captchaThrottled(until: lock.expiresAt, context)
      }
    }
  }

  /// Locks pictures for a while.
  func lockCaptcha(_ subject: [String], _ context: CallContext) async throws -> Refusal {
    let end = context.now.addingTimeInterval(settings.captchas.lock)
    let record = OneTimeRecord(
      kind: .captchaLock, digest: lockDigests(subject, at: context.now)[0], content: [:],
      expiresAt: end)
    do throws(StoreError) {
      try await store.keep(record)
    } catch {
      // Locked already, in the same five minutes: that lock lasts beyond them.
      guard error.code == .invalidRecord else { throw error }
    }
    audit(.captchaLocked, context)
    return captchaThrottled(until: end, context)
  }

  /// What the next work costs: more the more of it is asked for. No user is ever locked out of it.
  func workCost(_ context: CallContext) async throws -> Int {
    let rows = [
      (context.captchaSubjects[0], settings.captchas.workOfDevice),
      (context.captchaSubjects[1], settings.captchas.workFromSource),
    ]
    var doublings = 0
    for (subject, each) in rows {
      let attempt = try await store.attempt(
        captchaKey("work", subject), limit: .max, window: CaptchaLimits.hour, at: context.now)
      guard case .allowed(let count) = attempt else { continue }
      doublings = max(doublings, (count - 1) / each)
    }
    // No client works for more than that.
    let maximum = WorkChallenge.maximumCost
    let first = min(max(settings.workCost, 1), maximum)
    return min(first << min(doublings, settings.captchas.doublings), maximum)
  }

  /// The key of a counter. The store does not learn who is counted.
  func captchaKey(_ name: String, _ subject: [String]) -> String {
    "idaas.captcha.\(name):"
      + Base64URL.encode(sealer.tag(of: ["captcha", name] + subject, for: .counters))
  }

  /// The names a lock goes by: of these five minutes, under which it is kept, and of those before, under which
  /// it may still hold.
  private func lockDigests(_ subject: [String], at now: Date) -> [TokenDigest] {
    let five = (now.timeIntervalSince1970 / settings.captchas.lock).rounded(.down)
    return [five, five - 1].compactMap { number in
      TokenDigest(bytes: sealer.tag(of: ["lock", "\(number)"] + subject, for: .counters))
    }
  }
}

extension CallContext {
  /// Who is counted: the installation, and where it calls from.
  var captchaSubjects: [[String]] {
    [["device", application.id, caller.device], ["source", source.key]]
  }
}

extension OneTimeRecord.Kind {
  /// No caller gets pictures for a while.
  static let captchaLock = Self(rawValue: "captcha_lock")
}
