// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckOAuth
import Foundation

extension IssuerStoreContract {
  /// Devices that wait for a user.
  package static let devices = [
    Check("a device is found by its user code until it expires") { store in
      try await store.issueDevice(sampleDevice())
      for (seconds, there) in [(0.0, true), (599.999, true), (600, false)] {
        try await require(
          store.device(userCode: digest("BCDF"), at: moment(seconds)),
          is: there ? sampleDevice() : nil, "after \(seconds) s")
      }
      try await require(store.device(userCode: digest("device"), at: moment(1)), is: nil)
    },
    Check("the codes of a device cannot be issued for another one") { store in
      try await store.issueDevice(sampleDevice())
      try await requireInvalid("another device of one device code") {
        try await store.issueDevice(sampleDevice(userCode: "GHJK"))
      }
      try await requireInvalid("another device of one user code") {
        try await store.issueDevice(sampleDevice("second"))
      }
    },
    Check("a pending device has to wait longer after each poll that comes too soon") { store in
      try await store.issueDevice(sampleDevice())
      let polls: [(Double, DevicePoll)] = [
        (1, .pending(interval: 5)), (6, .pending(interval: 5)), (7, .slowDown(interval: 10)),
        (16, .slowDown(interval: 15)), (31, .pending(interval: 15)),
        (599.999, .pending(interval: 15)), (600, .expired), (601, .expired),
      ]
      for (seconds, poll) in polls {
        try await require(store.pollDevice(at: seconds), is: poll, "after \(seconds) s")
      }
      try await require(store.pollDevice("nothing", at: 1), is: .unknown)
    },
    Check("a poll of another client learns nothing, and does not count") { store in
      try await store.issueDevice(sampleDevice())
      for n in 1...9 {
        try await require(store.pollDevice(by: "evil", at: Double(n) / 9), is: .wrongClient)
      }
      try await require(store.pollDevice(at: 2), is: .pending(interval: 5))
    },
    Check("an approved device is redeemed once and opens its family") { store in
      try await signIn("alice", store)
      try await store.issueDevice(sampleDevice())
      try await require(
        store.redeemDevice(digest("device"), opening: sampleFamily(), first: nil, at: moment(1)),
        is: false)
      let approved = sampleDevice().with(.approved(sampleApproval()), interval: 5)
      try await require(
        store.decideDevice(digest("device"), sampleApproval(), at: moment(1)),
        is: .decided(approved))
      try await require(store.pollDevice(at: 2), is: .approved(approved, sampleApproval()))
      for (what, family) in [
        ("another client's family", sampleFamily(client: "evil")),
        ("another user's family", sampleFamily(user: "mallory")),
      ] {
        try await requireInvalid(what) {
          _ = try await store.redeemDevice(
            digest("device"), opening: family, first: nil, at: moment(2))
        }
      }
      for (family, won) in [("family", true), ("second", false)] {
        try await require(
          store.redeemDevice(
            digest("device"), opening: sampleFamily(family),
            first: sampleToken("r \(family)", family: family), at: moment(3)), is: won,
          "redemption by \(family)")
        try await require(store.family(family) != nil, is: won, "family \(family)")
        try await require(
          store.refresh(digest("r \(family)")) != nil, is: won, "token of \(family)")
      }
      for seconds in [4.0, 10_000] {
        try await require(
          store.pollDevice(at: seconds), is: .redeemed(familyID: "family"),
          "poll after \(seconds) s")
      }
    },
    Check("a login session that has ended approves no device") { store in
      try await store.issueDevice(sampleDevice())
      try await signIn("bob", store)
      try await signIn("alice", expires: 2, store)
      try await require(
        store.decideDevice(digest("device"), sampleApproval(), at: moment(2)), is: .signedOut)
      try await signIn("alice", store)
      _ = try await store.endLogin(digest("alice login"))
      try await require(
        store.decideDevice(digest("device"), sampleApproval(), at: moment(3)), is: .signedOut)
      try await require(
        store.device(userCode: digest("BCDF"), at: moment(3))?.state, is: .pending)
      try await signIn("alice", store)
      try await require(
        store.decideDevice(digest("device"), sampleApproval(), at: moment(4)),
        is: .decided(sampleDevice().with(.approved(sampleApproval()), interval: 5)))
    },
    Check("the first decision on a device is final") { store in
      for user in ["alice", "bob"] { try await signIn(user, store) }
      for (name, first, second, outcome) in answers {
        try await store.issueDevice(sampleDevice(name, userCode: name))
        _ = try await store.decideDevice(digest(name), first, at: moment(1))
        let again = try await store.decideDevice(digest(name), second, at: moment(2))
        let device = try await store.device(userCode: digest(name), at: moment(3))
        let state = first.map { DeviceRecord.State.approved($0) } ?? .denied
        try require(device?.state, is: state, name)
        try require(again == .alreadyDecided, is: !outcome, name)
      }
      try await require(store.decideDevice(digest("nothing"), nil, at: moment(1)), is: .unknown)
      try await store.issueDevice(sampleDevice())
      try await require(
        store.decideDevice(digest("device"), sampleApproval(), at: moment(600)), is: .expired)
      _ = try await store.decideDevice(digest("device"), nil, at: moment(1))
      try await require(store.pollDevice(at: 2), is: .denied)
    },
    Check("an expired device is reported as expired for a day, and then swept") { store in
      try await store.issueDevice(sampleDevice())
      try await require(store.sweep(limit: 9, at: moment(600)), is: .removed(0))
      try await require(store.sweep(limit: 9, at: moment(600 + 86_400)), is: .removed(1))
      try await store.issueDevice(sampleDevice())
    },
    Check("a device's approval ends with its user or its client") { store in
      for name in ["one", "two"] {
        try await signIn("alice", store)
        try await store.issueDevice(sampleDevice(name, userCode: name))
        _ = try await store.decideDevice(digest(name), sampleApproval(), at: moment(1))
        if name == "one" {
          _ = try await store.revokeUser("alice", reason: "disabled", at: moment(2))
        } else {
          _ = try await store.revokeClient("app", reason: "disabled", at: moment(2))
        }
        try await require(store.pollDevice(name, at: 3), is: .unknown, name)
      }
    },
  ]

  private static let answers: [(String, DeviceApproval?, DeviceApproval?, Bool)] = [
    ("yes, yes", sampleApproval(), sampleApproval(), true),
    ("yes, another's yes", sampleApproval(), sampleApproval(user: "bob"), false),
    ("yes, no", sampleApproval(), nil, false),
    ("no, yes", nil, sampleApproval(), false),
    ("no, no", nil, nil, true),
  ]

  static func sampleDevice(_ name: String = "device", userCode: String = "BCDF") -> DeviceRecord {
    DeviceRecord(
      digest: digest(name), userCode: digest(userCode), clientID: "app",
      scopes: ["openid", "email"], context: GrantContext(jkt: "thumb", resources: ["https://a"]),
      issuedAt: moment(0), expiresAt: moment(600), interval: 5)
  }

  /// Stores the login session of the sample approvals of a user.
  static func signIn(
    _ user: String, expires seconds: TimeInterval = 10_000, _ store: any IssuerStore
  ) async throws {
    try await store.saveLogin(
      sampleLogin("\(user) login", sid: "session", user: user, expires: moment(seconds)))
  }

  static func sampleApproval(user: String = "alice") -> DeviceApproval {
    DeviceApproval(
      userID: user, scopes: ["openid"], authTime: moment(-30), sessionID: "session")
  }
}
