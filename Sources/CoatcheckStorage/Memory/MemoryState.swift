// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer

/// Everything a ``MemoryStore`` holds.
struct MemoryState: Sendable {
  struct Code: Sendable {
    var record: AuthorizationCodeRecord
    var family: String?
  }

  var clients: [ByteKey: RegisteredClient] = [:]
  var codes: [TokenDigest: Code] = [:]
  var families: [ByteKey: RefreshFamily] = [:]
  var refresh: [TokenDigest: StoredRefresh] = [:]
  var once: [ByteKey: StoredTime] = [:]
  var attempts: [ByteKey: AttemptWindow] = [:]
  var keySet: KeySetRecord?
  var consents: [ByteKey: [String]] = [:]
  var logins: [TokenDigest: LoginSession] = [:]
  var users: [ByteKey: User] = [:]
  var names: [UserName: ByteKey] = [:]
  var social = SocialState()
  var sweeping = SweepGuard()
}
