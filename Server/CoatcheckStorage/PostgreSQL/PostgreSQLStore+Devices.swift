// SPDX-License-Identifier: Apache-2.0
public import CoatcheckIssuer
import CoatcheckPostgreSQL
public import CoatcheckFoundation

extension PostgreSQLStore {
  /// Stores a device authorization.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/issueDevice(_:)``.
  public func issueDevice(_ device: DeviceRecord) async throws(StoreError) {
    try device.checkStorable()
    try await statement { database in
      let added = try database.change(
        """
        INSERT INTO device (
          digest, user_code, client_id, scopes, context, issued_at, expires_at, pause, state)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'pending') ON CONFLICT DO NOTHING
        """,
        .digest(device.digest), .digest(device.userCode), .text(device.clientID),
        .texts(device.scopes), .context(device.context), .time(device.issuedAt),
        .time(device.expiresAt), .integer(device.interval))
      guard added == 1 else { throw StoreError.taken("device code") }
    }
  }

  /// Returns the device with a user code.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/device(userCode:at:)``.
  public func device(
    userCode: TokenDigest, at now: Date
  ) async throws(StoreError) -> DeviceRecord? {
    try await read { database in
      try database.first(
        "SELECT \(Columns.device) FROM device WHERE user_code = $1 AND expires_at > $2",
        .digest(userCode), .time(now)
      ).map { try StoredDevice(row: $0.stored).record }
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
        // The row is locked until the commit. What ends the session removes it first and the devices of the user then:
        // it waits here and finds this approval, or this finds no session.
        let login = try database.first(
          """
          SELECT digest FROM login WHERE user_id = $1 AND sid = $2 AND expires_at > $3
          LIMIT 1 FOR KEY SHARE
          """,
          .text(approval.userID), .text(sid), .time(now))
        guard login != nil else { return .signedOut }
      }
      let (decision, changed) = DeviceRule.decide(
        try database.device(digest), approval?.stored, at: StoredTime(now))
      if let changed { database.save(changed) }
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
      if let changed { database.save(changed) }
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
      database.save(stored)
      return true
    }
  }
}

extension PostgreSQLConnection {
  /// A device, whose row is locked until the end of the transaction.
  fileprivate func device(_ digest: TokenDigest) throws -> StoredDevice? {
    try first(
      "SELECT \(Columns.device) FROM device WHERE digest = $1 FOR UPDATE", .digest(digest)
    ).map { try StoredDevice(row: $0.stored) }
  }

  /// Writes the columns of a device that can change.
  fileprivate func save(_ device: StoredDevice) {
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
    later(
      """
      UPDATE device SET pause = $1, polled_at = $2, state = $3, user_id = $4, granted = $5,
        auth_time = $6, session_id = $7, family_id = $8
      WHERE digest = $9
      """,
      .integer(device.record.interval), .time(device.polledAt), .text(state),
      .text(approval?.userID), approval.map { .texts($0.scopes) } ?? .text(nil),
      .time(approval.map { StoredTime($0.authTime) }), .text(approval?.sessionID), .text(family),
      .digest(device.record.digest))
  }
}
