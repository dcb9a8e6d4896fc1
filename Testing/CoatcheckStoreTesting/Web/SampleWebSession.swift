// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation
import CoatcheckOAuth
public import CoatcheckWeb

/// Web sessions for tests of stores; they are not from a sign-in.
public enum SampleWebSession {
  /// The time at which every check begins. Its fraction of a second has no exact binary representation.
  public static let start = Date(timeIntervalSince1970: 1_700_000_000.123)

  /// The key of a session: 64 lowercase hexadecimal digits.
  ///
  /// - Parameter number: The number that the key contains; another number gives another key.
  public static func key(_ number: Int) -> String {
    String(repeating: "0", count: 44) + hexadecimal(number) + "abcd"
  }

  /// Creates a session. It ends eight hours after ``start``, and half an hour after ``start`` unless it is
  /// used.
  ///
  /// - Parameters:
  ///   - number: The number that its key contains.
  ///   - user: The hash of its user.
  ///   - providerSession: The hash of the session at the provider; nil without one.
  ///   - seconds: When it began, in seconds after ``start``.
  ///   - content: Its content.
  public static func make(
    _ number: Int = 1, user: String = "alice", providerSession: String? = "sid-1",
    startedAfter seconds: Double = 0, content: [UInt8] = Array("content".utf8)
  ) -> WebSessionRecord {
    var record = WebSessionRecord(
      key: key(number), providerSession: providerSession, user: user, startedAt: start + seconds,
      endsAt: start + 28_800, content: content)
    record.idlesAt = start + 1800
    return record
  }

  private static func hexadecimal(_ number: Int) -> String {
    let digits = String(UInt64(bitPattern: Int64(number)), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// Fails a check unless both sessions are equal, with their times to the microsecond. The error has no
/// content.
func requireSame(
  _ found: WebSessionRecord?, _ wanted: WebSessionRecord?, _ what: String
) throws(TokenStoreContract.Violation) {
  guard !areSame(found, wanted) else { return }
  throw TokenStoreContract.Violation(
    description: "\(what): expected \(shown(wanted)), found \(shown(found))")
}

/// Fails a check unless the sessions have these keys, in any order.
func requireKeys(
  _ found: [WebSessionRecord], _ numbers: [Int], _ what: String
) throws(TokenStoreContract.Violation) {
  try require(found.map(\.key).sorted(), is: numbers.map(SampleWebSession.key).sorted(), what)
}

/// Fails a check unless the body throws an error with this code.
func requireFailure(
  _ code: OAuthError.Code, _ what: String, _ body: () async throws -> Void
) async throws {
  do {
    try await body()
  } catch let error as OAuthError {
    return try require(error.code, is: code, what)
  }
  throw TokenStoreContract.Violation(description: "\(what): no error was thrown")
}

private func areSame(_ one: WebSessionRecord?, _ other: WebSessionRecord?) -> Bool {
  guard let one, let other else { return one == nil && other == nil }
  return one.key == other.key && one.providerSession == other.providerSession
    && one.user == other.user && one.version == other.version && one.content == other.content
    && [one.startedAt, one.endsAt, one.idlesAt].elementsEqual(
      [other.startedAt, other.endsAt, other.idlesAt]
    ) { abs($0.timeIntervalSince($1)) < 0.000_002 }
}

private func shown(_ record: WebSessionRecord?) -> String {
  guard let record else { return "none" }
  return "\(record.key.suffix(8)) of \(record.user) at \(record.providerSession ?? "-"), version "
    + "\(record.version), \(record.startedAt.timeIntervalSince1970) to "
    + "\(record.endsAt.timeIntervalSince1970) or \(record.idlesAt.timeIntervalSince1970), "
    + "\(record.content.count) bytes"
}
