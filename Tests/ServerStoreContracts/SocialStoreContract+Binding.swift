// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE

extension SocialStoreContract {
  /// Binding a pending login to a user.
  package static let binding = [
    Check("a right code links the identity to the user with the contact, once") { store in
      try await store.addUser("u1")
      try await store.keep(samplePending())
      try await store.keep(sampleMessageCode())
      let link = SocialLink(
        id: "link", identity: sampleIdentity(), userID: "u1", nickname: "z",
        avatar: "https://tva1.sinaimg.cn/a.jpg", createdAt: moment(10), lastUsedAt: moment(10))
      try await require(
        store.bind(sampleAttempt()), is: .bound(link, try sampleUser("u1"), created: false))
      try await require(store.link(sampleIdentity()), is: link)
      try await require(store.pending("state", at: 10), is: nil)
      try await store.keep(sampleMessageCode())
      try await require(store.bind(sampleAttempt(link: "2")), is: .stateGone)
    },
    Check("a newcomer becomes a user with a proved contact, found again by the next login") {
      store in
      try await store.keep(samplePending(purpose: .register))
      try await store.keep(sampleMessageCode())
      let newcomer = User(id: "new", name: try UserName("weibo-1"), claims: ["name": "z"])
      let outcome = try await store.bind(sampleAttempt(purpose: .register, newcomer: newcomer))
      try require(outcome.word, is: "created")
      try await require(store.user(id: "new"), is: newcomer)
      try await require(store.user(with: samplePhone), is: newcomer)
      try await require(store.contacts(of: "new"), is: [samplePhone])
      try await require(store.links(of: "new").map(\.id), is: ["link"])
    },
    Check("registering a contact that a user has links to that user, and creates none") { store in
      try await store.addUser("u1")
      try await store.keep(samplePending(purpose: .register))
      try await store.keep(sampleMessageCode())
      let outcome = try await store.bind(
        sampleAttempt(purpose: .register, newcomer: try sampleUser("new")))
      try require(outcome.word, is: "bound")
      try await require(store.link(sampleIdentity())?.userID, is: "u1")
      try await require(store.user(id: "new"), is: nil)
    },
    Check("a newcomer whose identifier, name or link is taken changes nothing, not even the code") {
      store in
      try await store.addUser("u1", with: nil)
      _ = try await store.adopt(
        sampleLink("taken", of: "u2", identity: sampleIdentity("2")), as: try sampleUser("u2"))
      try await store.keep(samplePending(purpose: .register))
      try await store.keep(sampleMessageCode())
      let name = try UserName("name-of-u1")
      for (newcomer, link) in [
        (User(id: "u1", name: try UserName("fresh")), "link"),
        (User(id: "new", name: name), "link"),
        (User(id: "new", name: try UserName("fresh")), "taken"),
      ] {
        try await requireInvalid("\(newcomer.id) \(newcomer.name) \(link)") {
          _ = try await store.bind(
            sampleAttempt(purpose: .register, newcomer: newcomer, link: link))
        }
        try await require(store.user(with: samplePhone), is: nil)
        try await require(store.user(id: "new"), is: nil)
      }
      let outcome = try await store.bind(
        sampleAttempt(purpose: .register, newcomer: try sampleUser("new")))
      try require(outcome.word, is: "created")
    },
    Check("a login of another client, device or purpose is refused, and nothing is changed") {
      store in
      try await store.addUser("u1")
      try await store.keep(samplePending())
      try await store.keep(sampleMessageCode())
      for attempt in [
        sampleAttempt(client: "app2"), sampleAttempt(device: "device2"),
        sampleAttempt("999999", client: "app2"),
        sampleAttempt(purpose: .register, newcomer: try sampleUser("new")),
      ] {
        try await require(store.bind(attempt), is: .stateMismatch)
      }
      try await require(store.pending("state", at: 10), is: samplePending())
      try await require(store.bind(sampleAttempt()).word, is: "bound")
    },
    Check("an expired login cannot be bound, and no code is counted") { store in
      try await store.addUser("u1")
      try await store.keep(samplePending(expires: moment(100)))
      try await store.keep(sampleMessageCode())
      try await require(store.bind(sampleAttempt(at: 100)), is: .stateGone)
      try await require(store.bind(sampleAttempt(pending: "none")), is: .stateGone)
      try await require(store.bind(sampleAttempt(at: 99.999)).word, is: "bound")
    },
    Check("a code that was sent elsewhere, to another login or on another device proves nothing") {
      store in
      try await store.addUser("u1")
      try await store.addUser("u2", with: otherPhone)
      try await store.keep(samplePending())
      try await store.keep(samplePending("state2", identity: sampleIdentity("2")))
      try await store.keep(sampleMessageCode(for: sampleKey(otherPhone)))
      try await store.keep(sampleMessageCode(for: sampleKey(scope: "state2")))
      try await store.keep(sampleMessageCode(device: "device2"))
      for attempt in [
        sampleAttempt(), sampleAttempt(key: sampleKey(otherPhone)),
        sampleAttempt(key: sampleKey(scope: "state3")),
        sampleAttempt(key: sampleKey(purpose: "REGISTER_SMS")),
      ] {
        try await require(store.bind(attempt), is: .codeGone)
      }
      try await require(store.links(of: "u1"), is: [])
      try await require(store.attempt(typed("012345", for: sampleKey(scope: "state2"))), is: .right)
    },
    Check("a contact that was proved for one identity proves nothing for another") { store in
      try await store.addUser("u1")
      for (state, subject) in [("x", "1"), ("y", "2")] {
        try await store.keep(samplePending(state, identity: sampleIdentity(subject)))
      }
      try await store.keep(sampleMessageCode())
      try await require(
        store.bind(sampleAttempt(pending: "x", confirms: true)).word, is: "needsConfirmation")
      try await require(store.bind(sampleAttempt(nil, pending: "y")), is: .codeGone)
      try await require(store.bind(sampleAttempt("012345", pending: "y")), is: .codeGone)
      try await require(
        store.bind(sampleAttempt(nil, pending: "x", contact: otherPhone)), is: .codeGone)
      try await require(store.bind(sampleAttempt(nil, pending: "x")).word, is: "bound")
    },
    Check("a linked identity is not moved, and nothing is disclosed about its user") { store in
      try await store.addUser("u1")
      _ = try await store.adopt(sampleLink("first", of: "u2"), as: try sampleUser("u2"))
      try await store.keep(samplePending())
      try await store.keep(sampleMessageCode())
      try await require(store.bind(sampleAttempt()), is: .identityTaken)
      try await require(store.link(sampleIdentity())?.userID, is: "u2")
      try await require(store.pending("state", at: 10), is: nil)
    },
    Check("a user has at most one identity of each network") { store in
      try await store.addUser("u1")
      for (state, identity, word) in [
        ("a", sampleIdentity("1"), "bound"), ("b", sampleIdentity("2"), "userLinked"),
        ("c", sampleIdentity("1", provider: "wechat"), "bound"),
      ] {
        try await store.keep(samplePending(state, identity: identity))
        try await store.keep(sampleMessageCode())
        try await require(
          store.bind(sampleAttempt(pending: state, link: state)).word, is: word, state)
      }
      try await require(store.pending("b", at: 10)?.proved, is: samplePhone)
    },
    Check("the first binding ends every other login of the identity") { store in
      try await store.addUser("u1")
      try await store.keep(samplePending())
      try await store.keep(samplePending("elsewhere", client: "app2"))
      try await store.keep(samplePending("another user", identity: sampleIdentity("2")))
      try await store.keep(sampleMessageCode())
      try await require(store.bind(sampleAttempt()).word, is: "bound")
      try await require(store.pending("elsewhere", at: 1), is: nil)
      try await require(store.pending("another user", at: 1) != nil, is: true)
    },
    Check("only a proved contact finds a user; names, claims and data of a network do not") {
      store in
      let attacker = User(
        id: "attacker", name: try UserName("z"),
        claims: ["phone_number": "+8613800000000", "phone_number_verified": true])
      _ = try await store.adopt(
        sampleLink("trojan", of: "attacker", identity: sampleIdentity("666")), as: attacker)
      try await store.openSession("attacker's", of: "attacker", link: "trojan")
      try await store.keep(samplePending(purpose: .register, nickname: "z"))
      try await store.keep(sampleMessageCode())
      let outcome = try await store.bind(
        sampleAttempt(purpose: .register, newcomer: try sampleUser("victim")))
      try require(outcome.word, is: "created")
      try await require(store.user(with: samplePhone)?.id, is: "victim")
      try await require(store.link(sampleIdentity("666"))?.userID, is: "attacker")
      try await require(store.prove(samplePhone, of: "attacker", at: moment(20)), is: false)
    },
    Check("the same name with another uid at the network is another user") { store in
      _ = try await store.adopt(
        sampleLink("first", of: "u1", identity: sampleIdentity("1")), as: try sampleUser("u1"))
      for subject in ["2", "01", "1 ", "1.0", "１"] {
        try await require(store.link(sampleIdentity(subject)), is: nil, subject)
      }
      let second = try await store.adopt(
        sampleLink("second", of: "u2", identity: sampleIdentity("2")), as: try sampleUser("u2"))
      try require(second.userID, is: "u2")
    },
  ]
}
