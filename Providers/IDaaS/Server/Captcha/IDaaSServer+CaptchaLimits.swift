// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import Foundation

extension IDaaSServer {
  /// Counts a request for a captcha, or a check.
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

  /// The error response for too many requests.
  func captchaThrottled(until end: Date, _ context: CallContext) -> Refusal {
    let seconds = max(1, end.timeIntervalSince(context.now).rounded(.up))
    return Refusal(.captchaWrong, detail: .rateLimited, retryAfter: Int(seconds))
  }

  /// Refuses a picture while the device or its source is locked, after too many wrong positions.
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

  /// Locks a device or a source: it gets no pictures for a while. Returns the error response.
  func lockCaptcha(_ subject: [String], _ context: CallContext) async throws -> Refusal {
    let end = context.now.addingTimeInterval(settings.captchas.lock)
    let record = OneTimeRecord(
      kind: .captchaLock, digest: lockDigests(subject, at: context.now)[0], content: [:],
      expiresAt: end)
    do throws(StoreError) {
      try await store.keep(record)
    } catch {
      // There is a lock of the same period already. It lasts beyond the end of the period.
      guard error.code == .invalidRecord else { throw error }
    }
    audit(.captchaLocked, context)
    return captchaThrottled(until: end, context)
  }

  /// The cost of the next proof of work. It rises with the number of requests; proof of work is never
  /// locked.
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
    // Clients refuse a higher cost.
    let maximum = WorkChallenge.maximumCost
    let first = min(max(settings.workCost, 1), maximum)
    return min(first << min(doublings, settings.captchas.doublings), maximum)
  }

  /// The key of a counter, as a keyed hash: the store does not get the device or the address.
  func captchaKey(_ name: String, _ subject: [String]) -> String {
    "idaas.captcha.\(name):"
      + Base64URL.encode(sealer.tag(of: ["captcha", name] + subject, for: .counters))
  }

  /// The digests of a lock: that of the current period, under which a new lock is stored, and that of the
  /// previous period, whose lock can still be active.
  private func lockDigests(_ subject: [String], at now: Date) -> [TokenDigest] {
    let five = (now.timeIntervalSince1970 / settings.captchas.lock).rounded(.down)
    return [five, five - 1].compactMap { number in
      TokenDigest(bytes: sealer.tag(of: ["lock", "\(number)"] + subject, for: .counters))
    }
  }
}

extension CallContext {
  /// What is counted: the installation, and the source of its requests.
  var captchaSubjects: [[String]] {
    [["device", application.id, caller.device], ["source", source.key]]
  }
}

extension OneTimeRecord.Kind {
  /// A lock of a device or a source, which gets no pictures until it expires.
  static let captchaLock = Self(rawValue: "captcha_lock")
}
