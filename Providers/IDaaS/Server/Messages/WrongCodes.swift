// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

/// The records of wrong codes.
extension OneTimeRecord.Kind {
  /// A lock of a number or address, for which no code is checked until it expires.
  static let codeLock = OneTimeRecord.Kind(rawValue: "code_lock")
}

/// The limit of wrong codes for a number or address in a day, over all clients and logins.
///
/// "the verifier SHALL … limit consecutive failed authentication attempts … to no more than 100".
/// [NIST SP 800-63B](https://pages.nist.gov/800-63-4/sp800-63b.html). Only wrong codes count, so no caller locks
/// a number to which no code was sent; and whether the number is a user's makes no difference.
extension IDaaSServer {
  private static let day: TimeInterval = 86_400

  /// - Throws: `locked` with the minutes and seconds left.
  func checkWrongCodes(of contact: Contact, _ context: CallContext) async throws {
    guard
      let lock = try await store.record(.codeLock, lockDigest(contact), at: context.now)
    else { return }
    throw Refusal.locked(until: lock.expiresAt, at: context.now, detail: .codeExhausted)
  }

  /// Counts a wrong code.
  ///
  /// - Returns: The refusal to answer with.
  func wrongCode(for contact: Contact, left: Int, _ context: CallContext) async -> Refusal {
    audit(.codeWrong, context, ["contact": contact.masked, "left": String(left)])
    let most = min(max(settings.wrongCodesPerDay, 1), 100)
    // When the store fails here, the code itself has still counted the attempt.
    let attempt = try? await store.attempt(
      counter("wrong", contact), limit: most - 1, window: Self.day, at: context.now)
    if case .exhausted(let until) = attempt {
      audit(.codesLocked, context, ["contact": contact.masked])
      try? await store.storeAgain(
        OneTimeRecord(
          kind: .codeLock, digest: lockDigest(contact), content: [:], expiresAt: until))
    }
    let code: ReturnCode =
      switch contact {
      case .phone: .codeWrong
      case .email: .emailCodeWrong
      }
    return Refusal(code, detail: left > 0 ? .codeWrong : .codeExhausted, attemptsLeft: left)
  }

  /// Resets the count after a right code: the limit is for consecutive failures.
  func forgetWrongCodes(of contact: Contact) async {
    try? await store.clearAttempts(counter("wrong", contact))
  }

  private func lockDigest(_ contact: Contact) -> TokenDigest {
    TokenDigest(of: Secret(counter("lock", contact)))
  }

  /// The key of a counter for a number or address, as a keyed hash: the store does not get the contact.
  func counter(_ name: String, _ contact: Contact) -> String {
    counter(name, contact.kind, contact.value)
  }

  /// The key of a counter.
  func counter(_ name: String, _ subjects: String...) -> String {
    "idaas.\(name):" + Base64URL.encode(sealer.tag(of: [name] + subjects, for: .counters))
  }
}

extension Refusal {
  /// The error response for a lock, with the minutes and seconds left.
  static func locked(until end: Date, at now: Date, detail: RefusalDetail) -> Refusal {
    let seconds = Refusal.seconds(until: end, at: now)
    return Refusal(
      .locked, String(seconds / 60), String(seconds % 60), detail: detail, retryAfter: seconds)
  }

  /// How many whole seconds to wait; at least one.
  static func seconds(until end: Date, at now: Date) -> Int {
    Int(max(1, min(end.timeIntervalSince(now).rounded(.up), 366 * 86_400)))
  }
}
