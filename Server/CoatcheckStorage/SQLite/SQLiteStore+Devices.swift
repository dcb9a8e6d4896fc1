// SPDX-License-Identifier: Apache-2.0
public import CoatcheckIssuer
import GRDB
public import CoatcheckFoundation

extension SQLiteStore {
  /// Stores a device authorization.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/issueDevice(_:)``.
  public func issueDevice(_ device: DeviceRecord) async throws(StoreError) {
    try device.checkStorable()
    try await write { database in
      let added = try database.change(
        """
        INSERT INTO device (
          digest, user_code, client_id, scopes, context, issued_at, expires_at, interval, state)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'pending') ON CONFLICT DO NOTHING
        """,
        Bound.digest(device.digest), Bound.digest(device.userCode), Bound.text(device.clientID),
        Bound.texts(device.scopes), Bound.context(device.context), Bound.time(device.issuedAt),
        Bound.time(device.expiresAt), Bound.integer(device.interval))
      guard added == 1 else { throw StoreError.taken("device code") }
    }
  }

  /// Returns the device with a user code.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/device(userCode:at:)``.
  public func device(
    userCode: TokenDigest, at now: Date
  ) async throws(StoreError) -> DeviceRecord? {
    try await query { database in
      try database.first(
        "SELECT * FROM device WHERE user_code = ? AND expires_at > ?", Bound.digest(userCode),
        Bound.time(now)
      ).map { try StoredDevice(row: $0).record }
    }
  }

  /// Stores a user's decision about a device.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/decideDevice(_:_:at:)``.
  public func decideDevice(
    _ digest: TokenDigest, _ approval: DeviceApproval?, at now: Date
  ) async throws(StoreError) -> DeviceDecisionOutcome {
    try approval?.checkStorable()
    return try await write { database in
      if let approval, let sid = approval.sessionID {
        let logins = try database.count(
          "SELECT count(*) FROM login WHERE user_id = ? AND sid = ? AND expires_at > ?",
          Bound.text(approval.userID), Bound.text(sid), Bound.time(now))
        guard logins > 0 else { return .signedOut }
      }
      let (decision, changed) = DeviceRule.decide(
        try database.device(digest), approval?.stored, at: StoredTime(now))
      if let changed { try database.save(changed) }
      return decision
    }
  }

  /// Returns the state of a device authorization, and records the poll.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/pollDevice(_:by:at:)``.
  public func pollDevice(
    _ digest: TokenDigest, by clientID: String, at now: Date
  ) async throws(StoreError) -> DevicePoll {
    try await write { database in
      let (poll, changed) = DeviceRule.poll(
        try database.device(digest), by: clientID, at: StoredTime(now))
      if let changed { try database.save(changed) }
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
    return try await write { database in
      guard var stored = try database.device(digest),
        case .approved(let approval) = stored.record.state,
        StoredTime(now) < StoredTime(stored.record.expiresAt)
      else { return false }
      try opening.check(opening: stored.record, approval)
      try database.insert(opening, first: first)
      stored.record = stored.record.with(
        .redeemed(familyID: opening.id), interval: stored.record.interval)
      try database.save(stored)
      return true
    }
  }
}

extension Database {
  fileprivate func device(_ digest: TokenDigest) throws -> StoredDevice? {
    try first("SELECT * FROM device WHERE digest = ?", Bound.digest(digest))
      .map(StoredDevice.init(row:))
  }

  /// Writes the columns of a device that can change.
  fileprivate func save(_ device: StoredDevice) throws {
    var approval: DeviceApproval?
    var family: String?
    let state: String
    switch device.record.state {
    case .pending: state = "pending"
    case .denied: state = "denied"
    case .approved(let given):
      state = "approved"
      approval = given
    case .redeemed(let id):
      state = "redeemed"
      family = id
    }
    try change(
      """
      UPDATE device SET interval = ?, polled_at = ?, state = ?, user_id = ?, granted = ?,
        auth_time = ?, session_id = ?, family_id = ?
      WHERE digest = ?
      """,
      Bound.integer(device.record.interval), Bound.time(device.polledAt), Bound.text(state),
      Bound.text(approval?.userID), Bound.texts(approval?.scopes),
      Bound.time(approval.map { StoredTime($0.authTime) }), Bound.text(approval?.sessionID),
      Bound.text(family), Bound.digest(device.record.digest))
  }
}

extension StoredDevice {
  init(row: StoredRow) throws(StoreError) {
    let state: DeviceRecord.State
    switch try row.text("state") {
    case "pending": state = .pending
    case "denied": state = .denied
    case "redeemed": state = .redeemed(familyID: try row.text("family_id"))
    case "approved":
      state = .approved(
        DeviceApproval(
          userID: try row.text("user_id"), scopes: try row.texts("granted"),
          authTime: try row.time("auth_time").date, sessionID: try row.optionalText("session_id")))
    default: throw StoreError(.damaged, "a device is in no known state")
    }
    self.init(
      record: DeviceRecord(
        digest: try row.digest("digest"), userCode: try row.digest("user_code"),
        clientID: try row.text("client_id"), scopes: try row.texts("scopes"),
        context: try row.context("context"), issuedAt: try row.time("issued_at").date,
        expiresAt: try row.time("expires_at").date, interval: try row.integer("interval"),
        state: state),
      polledAt: try row.optionalTime("polled_at"))
  }
}
