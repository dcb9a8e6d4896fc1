// SPDX-License-Identifier: Apache-2.0
public import CoatcheckIssuer
public import CoatcheckFoundation

extension MemoryStore {
  /// Stores a device authorization.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/issueDevice(_:)``.
  public func issueDevice(_ device: DeviceRecord) async throws(StoreError) {
    try device.checkStorable()
    try transaction { state throws(StoreError) in
      guard state.devices[device.digest] == nil, state.userCodes[device.userCode] == nil else {
        throw .taken("device code")
      }
      let fresh = device.with(.pending, interval: device.interval)
      state.devices[device.digest] = StoredDevice(record: fresh.stored)
      state.userCodes[device.userCode] = device.digest
    }
  }

  /// Returns the device with a user code.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/device(userCode:at:)``.
  public func device(
    userCode: TokenDigest, at now: Date
  ) async throws(StoreError) -> DeviceRecord? {
    try transaction { state in
      guard let digest = state.userCodes[userCode], let record = state.devices[digest]?.record,
        StoredTime(now) < StoredTime(record.expiresAt)
      else { return nil }
      return record
    }
  }

  /// Stores a user's decision about a device.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/decideDevice(_:_:at:)``.
  public func decideDevice(
    _ digest: TokenDigest, _ approval: DeviceApproval?, at now: Date
  ) async throws(StoreError) -> DeviceDecisionOutcome {
    try approval?.checkStorable()
    return try transaction { state in
      if let approval, let sid = approval.sessionID {
        let logins = Self.living(of: ByteKey(approval.userID), at: now, in: state)
        guard logins.contains(where: { ByteKey($0.sid) == ByteKey(sid) }) else { return .signedOut }
      }
      let (decision, changed) = DeviceRule.decide(
        state.devices[digest], approval?.stored, at: StoredTime(now))
      if let changed { state.devices[digest] = changed }
      return decision
    }
  }

  /// Returns the state of a device authorization, and records the poll.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/pollDevice(_:by:at:)``.
  public func pollDevice(
    _ digest: TokenDigest, by clientID: String, at now: Date
  ) async throws(StoreError) -> DevicePoll {
    try transaction { state in
      let (poll, changed) = DeviceRule.poll(
        state.devices[digest], by: clientID, at: StoredTime(now))
      if let changed { state.devices[digest] = changed }
      return poll
    }
  }

  /// Redeems an approved device code.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/redeemDevice(_:opening:first:at:)``.
  public func redeemDevice(
    _ digest: TokenDigest, opening: RefreshFamily, first: RefreshRecord?, at now: Date
  ) async throws(StoreError) -> Bool {
    try opening.checkStorable(first: first)
    return try transaction { state throws(StoreError) in
      guard let record = state.devices[digest]?.record, case .approved(let approval) = record.state,
        StoredTime(now) < StoredTime(record.expiresAt)
      else { return false }
      try opening.check(opening: record, approval)
      try Self.insert(opening, first: first, into: &state)
      state.devices[digest]?.record = record.with(
        .redeemed(familyID: opening.id), interval: record.interval)
      return true
    }
  }
}
