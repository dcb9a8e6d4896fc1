// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer

/// The contents of a ``MemoryStore``.
struct MemoryState: Sendable {
  struct Code: Sendable {
    var record: AuthorizationCodeRecord
    var family: String?
  }

  var clients: [ByteKey: RegisteredClient] = [:]
  var codes: [TokenDigest: Code] = [:]
  var pushed: [TokenDigest: PushedRequest] = [:]
  var devices: [TokenDigest: StoredDevice] = [:]
  var userCodes: [TokenDigest: TokenDigest] = [:]
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
  var audit: [AuditEntry] = []
  var sweeping = SweepGuard()
}

extension MemoryState {
  /// Removes unused codes.
  mutating func removeCodes(where isMeant: (AuthorizationCodeRecord) -> Bool) {
    codes = codes.filter { $0.value.family != nil || !isMeant($0.value.record) }
  }

  /// Removes a client's unused codes, pushed requests and devices.
  mutating func removeRequests(of client: ByteKey) {
    removeCodes { ByteKey($0.clientID) == client }
    pushed = pushed.filter { ByteKey($0.value.clientID) != client }
    removeDevices { ByteKey($0.clientID) == client && !$0.isRedeemed }
  }

  /// Removes devices, with their user codes.
  mutating func removeDevices(where isMeant: (DeviceRecord) -> Bool) {
    for (digest, device) in devices where isMeant(device.record) { removeDevice(digest) }
  }

  /// Removes a device, with its user code.
  mutating func removeDevice(_ digest: TokenDigest) {
    guard let device = devices.removeValue(forKey: digest) else { return }
    userCodes[device.record.userCode] = nil
  }
}
