// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer

extension SocialStoreContract {
  /// Pending logins.
  package static let pendings = [
    Check("a pending login is read back unchanged until its expiry") { store in
      let pending = PendingBinding(
        digest: digest("state"), clientID: "app", device: "device", identity: sampleIdentity(),
        purpose: .register, createdAt: moment(0), expiresAt: moment(600), wrongCodes: 3,
        proved: .email("z@example.org"))
      try await store.keep(pending)
      try await store.keep(samplePending("other", identity: sampleIdentity("2")))
      try await require(store.pending("state", at: 599.999), is: pending)
      try await require(
        store.pending("other", at: 1), is: samplePending("other", identity: sampleIdentity("2")))
      try await require(store.pending("state", at: 600), is: nil)
      try await require(store.pending("none", at: 1), is: nil)
    },
    Check("a new login of an identity ends those before at the same client, and no others") {
      store in
      try await store.keep(samplePending("first"))
      try await store.keep(samplePending("other client", client: "app2"))
      try await store.keep(samplePending("other identity", identity: sampleIdentity("2")))
      try await store.keep(samplePending("other device", device: "device2"))
      let alive = ["first", "other client", "other identity", "other device"]
      for (name, lives) in zip(alive, [false, true, true, true]) {
        try await require(store.pending(name, at: 1) != nil, is: lives, name)
      }
    },
    Check("the digest of a state cannot be stored for two logins") { store in
      try await store.keep(samplePending())
      try await store.keep(samplePending("second", identity: sampleIdentity("2")))
      try await requireInvalid("a digest that is taken") {
        try await store.keep(samplePending("state", identity: sampleIdentity("2")))
      }
      for name in ["state", "second"] {
        try await require(
          store.pending(name, at: 1) != nil, is: true, "\(name), which nothing was done to")
      }
    },
    Check("a wrong code counts against the login, and five end it even if the code allows more") {
      store in
      try await store.addUser("u1")
      try await store.keep(samplePending())
      for (n, left) in [4, 3, 2, 1, 0].enumerated() {
        // A new code each time, so that its own attempts do not end the login.
        try await store.keep(sampleMessageCode())
        let outcome = try await store.bind(sampleAttempt("999999"))
        try require(outcome, is: .codeWrong(left: left), "wrong code \(n + 1)")
        try await require(store.pending("state", at: 10)?.wrongCodes, is: left == 0 ? nil : n + 1)
      }
      try await store.keep(sampleMessageCode())
      try await require(store.bind(sampleAttempt()), is: .stateGone)
      try await require(store.link(sampleIdentity()), is: nil)
    },
    Check("the reported number of attempts left is the smaller one of code and login") { store in
      try await store.keep(samplePending())
      try await store.keep(sampleMessageCode(tries: 2))
      try await require(store.bind(sampleAttempt("999999")), is: .codeWrong(left: 1))
      try await require(store.bind(sampleAttempt("999999")), is: .codeWrong(left: 0))
      try await require(store.bind(sampleAttempt()), is: .codeGone)
      try await require(store.pending("state", at: 10)?.wrongCodes, is: 2)
    },
  ]
}
