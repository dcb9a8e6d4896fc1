// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckOAuth
import Foundation

extension SocialStoreContract {
  private static let day = 86_400.0

  /// Cases in which a valid code alone does not sign the user in.
  package static let caution = [
    Check("an unknown contact: the login continues, and the code is used") { store in
      try await store.keep(samplePending())
      try await store.keep(sampleMessageCode())
      try await require(store.bind(sampleAttempt()), is: .contactUnknown)
      try await require(store.bind(sampleAttempt()), is: .codeGone)
      try await store.addUser("u1", with: otherPhone)
      try await store.keep(sampleMessageCode(for: sampleKey(otherPhone)))
      try await require(store.bind(sampleAttempt(contact: otherPhone)).word, is: "bound")
    },
    Check("a newcomer does not become a user where a login may only bind") { store in
      try await store.keep(samplePending())
      try await store.keep(sampleMessageCode())
      try await require(
        store.bind(sampleAttempt(newcomer: try sampleUser("new"))), is: .contactUnknown)
      try await require(store.user(id: "new"), is: nil)
    },
    Check("a user confirms without the code, which was used, and the contact is remembered") {
      store in
      try await store.addUser("u1")
      try await store.keep(samplePending())
      try await require(store.bind(sampleAttempt(nil)), is: .codeGone)
      try await store.keep(sampleMessageCode())
      try await require(
        store.bind(sampleAttempt(confirms: true)), is: .needsConfirmation(try sampleUser("u1")))
      try await require(store.pending("state", at: 10)?.proved, is: samplePhone)
      try await require(store.bind(sampleAttempt(nil, device: "device2")), is: .stateMismatch)
      try await require(store.bind(sampleAttempt(nil)).word, is: "bound")
    },
    Check("a user who may not sign in is told so only after the code, and is not linked") { store in
      try await store.addUser("u1")
      var locked = try sampleUser("u1")
      locked.standing = .disabled
      _ = try await store.save(locked)
      try await store.keep(samplePending())
      try await store.keep(sampleMessageCode())
      try await require(store.bind(sampleAttempt("999999")), is: .codeWrong(left: 4))
      try await require(store.bind(sampleAttempt()), is: .disabled(locked))
      try await require(store.link(sampleIdentity()), is: nil)
    },
    Check("a wrong code has the same outcome whichever user has the contact") { store in
      try await store.addUser("u1")
      for (n, contact) in [samplePhone, otherPhone].enumerated() {
        try await store.keep(samplePending("s\(n)", identity: sampleIdentity("s\(n)")))
        try await store.keep(sampleMessageCode(for: sampleKey(contact)))
        try await require(
          store.bind(sampleAttempt("999999", pending: "s\(n)", contact: contact, confirms: true)),
          is: .codeWrong(left: 4), contact.value)
      }
    },
    Check("a user who was inactive for long needs more than a code") { store in
      try await store.addUser("u1", at: 0)
      try await store.keep(samplePending(expires: moment(400 * day)))
      try await store.keep(sampleMessageCode(expires: moment(400 * day)))
      let late = 200 * day
      try await require(
        store.bind(sampleAttempt(dormantSince: moment(late - 180 * day), at: late)),
        is: .needsSecondFactor(try sampleUser("u1")))
      try await require(
        store.bind(sampleAttempt(nil, dormantSince: moment(late - 180 * day), at: late)).word,
        is: "needsSecondFactor")
      try await require(store.bind(sampleAttempt(nil, at: late)).word, is: "bound")
    },
    Check("a proof, a session, a refresh or a link counts as activity of the user") { store in
      let uses: [(String, (Store, String) async throws -> Void)] = [
        (
          "proof",
          { store, user in _ = try await store.prove(contact(of: user), of: user, at: moment(500)) }
        ),
        ("session", { store, user in try await store.openSession("f \(user)", of: user, at: 500) }),
        (
          "renewal",
          { store, user in
            try await store.openSession("f \(user)", of: user, at: 1)
            _ = try await store.rotate(
              digest("f \(user) 0"), by: "app",
              to: RefreshRecord(
                digest: digest("f \(user) 1"), familyID: "f \(user)", generation: 0,
                issuedAt: moment(500), expiresAt: moment(900)),
              sealed: [1], grace: 0, at: moment(500))
          }
        ),
        (
          "link",
          { store, user in
            let identity = sampleIdentity("at wechat", provider: "wechat")
            try await store.keep(samplePending("w", identity: identity, expires: moment(1_000)))
            let key = sampleKey(contact(of: user), scope: "w")
            try await store.keep(sampleMessageCode(for: key, expires: moment(900)))
            _ = try await store.bind(
              sampleAttempt(
                pending: "w", contact: contact(of: user), key: key, link: "w", at: 500))
          }
        ),
        ("nothing", { _, _ in }),
      ]
      try await require(store.lastSeen(of: "unknown"), is: nil)
      for (use, act) in uses {
        try await store.addUser(use, with: contact(of: use), at: 0)
        try await act(store, use)
        let seen = try await store.lastSeen(of: use) ?? .distantPast
        try require(seen < moment(400), is: use == "nothing", use)
        let state = "state \(use)"
        try await store.keep(
          samplePending(state, identity: sampleIdentity(use), expires: moment(1_000)))
        try await store.keep(
          sampleMessageCode(for: sampleKey(contact(of: use)), expires: moment(1_000)))
        let outcome = try await store.bind(
          sampleAttempt(
            pending: state, contact: contact(of: use), link: use, dormantSince: moment(400),
            at: 600))
        try require(outcome.word, is: use == "nothing" ? "needsSecondFactor" : "bound", use)
      }
    },
  ]

  private static func contact(of user: String) -> Contact { .email("\(user)@example.org") }
}
