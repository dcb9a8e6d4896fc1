// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE

extension IssuerStoreContract {
  /// Texts that databases often handle wrongly: quotes, wildcards, comments, scripts, control characters,
  /// the two forms of an é, and scalars beyond the basic plane.
  static let troublesome = [
    "'", "\"", ";--", "'; DROP TABLE client; --", "%", "_", "\\", "\\'", "a%b_c", "?1", ":name",
    "$x", "[a-z]*", "\u{1}\u{1F}\u{7F}", "\r\n", "\t", " trailing ", "é", "e\u{301}", "ı", "i",
    "ß", "ss", "K", "\u{212A}", "\u{202E}gro.elpmaxe", "\u{FFFF}", "👩‍👩‍👧", "𝒳", "{\"a\":[]}", "NULL",
    "",
  ]

  /// Text, byte by byte.
  package static let text = [
    Check("text of every field is returned byte by byte") { store in
      for (n, text) in troublesome.enumerated() {
        let what = "text \(n)"
        var client = sampleClient("c\(n)")
        client.name = text
        client.redirectURIs = [text, "x" + text]
        client.authenticationMethod = text
        client.grantTypes = [text]
        client.scopes = [text, text + "x"]
        try await store.save(client)
        let found = try await store.client("c\(n)")
        try requireSame(
          [found?.name, found?.authenticationMethod] + (found?.redirectURIs ?? [])
            + (found?.grantTypes ?? []) + (found?.scopes ?? []),
          [text, text, text, "x" + text, text, text, text + "x"], "the client's \(what)")
        try await keepsCode(store, text, what)
        let user = User(
          id: "u" + text, name: try UserName("user\(n)"), claims: ["name": .string(text)])
        _ = try await store.save(user)
        try requireSame(
          [try await store.user(id: "u" + text)?.claims["name"]?.stringValue], [text],
          "the user's \(what)")
      }
    },
    Check("a changed client is read in its new state, whichever byte differs") {
      store in
      for (n, text) in troublesome.enumerated() {
        var client = sampleClient("web")
        client.name = text
        client.redirectURIs = [text]
        try await store.save(client)
        for reading in ["first", "second"] {
          let found = try await store.client("web")
          try requireSame(
            [found?.name] + (found?.redirectURIs ?? []), [text, text], "text \(n), \(reading)")
        }
      }
    },
    Check("identifiers which differ in any byte are different") { store in
      for (n, text) in troublesome.enumerated() {
        var client = sampleClient(text)
        client.name = "\(n)"
        try await store.save(client)
        try await require(
          store.insertOnce(namespace: "n", key: text, expiresAt: moment(1), at: moment(0)),
          is: true, "key \(n)")
        try await store.recordConsent(user: text, client: text, scopes: ["\(n)"])
        try await store.open(sampleFamily(text), first: nil)
        try await require(
          store.attempt(text, limit: 9, window: 9, at: 0), is: .allowed(1), "attempts \(n)")
      }
      for (n, text) in troublesome.enumerated() {
        try await require(store.client(text)?.name, is: "\(n)", "client \(n)")
        try await require(store.consent(user: text, client: text), is: ["\(n)"], "consent \(n)")
        try requireSame([try await store.family(text)?.id], [text], "family \(n)")
      }
    },
    Check("the presenting client is compared byte by byte") { store in
      try await store.open(sampleFamily(client: "\u{212A}"), first: sampleToken("r0"))
      try await require(store.rotateSample("r0", to: "r1", at: 1, client: "K"), is: .wrongClient)
    },
    Check("user names are equal where their normalization says so, and only there") { store in
      let groups = [
        ["Alice", "ALICE", "alice"], ["é", "e\u{301}"], ["É", "E\u{301}"], ["ı"], ["i", "I"],
        ["ß"], ["ss", "SS"], ["ſ"], ["a'b%_\\"], ["a'b%x\\"],
      ]
      for (n, group) in groups.enumerated() {
        for (index, name) in group.enumerated() {
          let outcome = try await store.save(User(id: "u\(n)", name: try UserName(name)))
          try require(outcome, is: index == 0 ? .added : .replaced, "group \(n)")
          try await require(
            store.save(User(id: "other", name: try UserName(name))), is: .nameTaken,
            "another user, group \(n)")
        }
        for name in group {
          try await require(store.user(named: try UserName(name))?.id, is: "u\(n)", "look-up \(n)")
        }
      }
    },
    Check("a record with a NUL or a megabyte of text is refused, and is not found") {
      store in
      try await store.save(sampleClient("a"))
      _ = try await store.save(User(id: "a", name: try UserName("a")))
      try await store.recordConsent(user: "a", client: "a", scopes: ["s"])
      try await store.open(sampleFamily("a", client: "a"), first: nil)
      for bad in ["a\0", "a\0b", "\0", String(repeating: "x", count: 1 << 20)] {
        try await refuses(store, bad)
        try await require(store.client(bad), is: nil)
        try await require(store.user(id: bad), is: nil)
        try await require(store.family(bad), is: nil)
        try await require(store.consent(user: bad, client: "a"), is: [])
        try await require(store.revokeFamily(bad, reason: "r", at: moment(1)), is: false)
        try await require(store.revokeUser(bad, reason: "r", at: moment(1)), is: 0)
        try await require(store.revokeClient(bad, reason: "r", at: moment(1)), is: 0)
        try await store.clearAttempts(bad)
      }
      try await require(store.family("a")?.revokedAt, is: nil)
    },
  ]

  private static func keepsCode(_ store: Store, _ text: String, _ what: String) async throws {
    let code = AuthorizationCodeRecord(
      digest: digest(what), clientID: "c" + text, userID: "u" + text, redirectURI: text,
      scopes: [text], nonce: text, codeChallenge: text, authTime: moment(0), issuedAt: moment(0),
      expiresAt: moment(60), sessionID: text)
    try await store.issueCode(code)
    let found = try await store.code(digest(what))
    try requireSame(
      [found?.clientID, found?.userID, found?.redirectURI, found?.nonce, found?.codeChallenge]
        + [found?.sessionID] + (found?.scopes ?? []),
      ["c" + text, "u" + text, text, text, text, text, text], "the code's \(what)")
    let family = RefreshFamily(
      id: "f" + text, clientID: "c" + text, userID: "u" + text, scopes: [text],
      createdAt: moment(0), absoluteExpiry: moment(99), authTime: moment(0), nonce: text)
    _ = try await store.redeem(what, opening: family, at: 1)
    _ = try await store.revokeFamily("f" + text, reason: text, at: moment(2))
    let kept = try await store.family("f" + text)
    try requireSame(
      [kept?.id, kept?.clientID, kept?.userID, kept?.nonce, kept?.revocationReason]
        + (kept?.scopes ?? []),
      ["f" + text, "c" + text, "u" + text, text, text, text], "the family's \(what)")
  }

  private static func refuses(_ store: Store, _ bad: String) async throws {
    try await requireInvalid("a client") { try await store.save(sampleClient(bad)) }
    try await requireInvalid("a code") { try await store.issueCode(sampleCode(user: bad)) }
    try await requireInvalid("a family") { try await store.open(sampleFamily(bad), first: nil) }
    try await requireInvalid("a user") {
      _ = try await store.save(User(id: bad, name: try UserName("b")))
    }
    try await requireInvalid("a consent") {
      try await store.recordConsent(user: "a", client: "a", scopes: [bad])
    }
    try await requireInvalid("a key") {
      _ = try await store.insertOnce(
        namespace: "n", key: bad, expiresAt: moment(1), at: moment(0))
    }
    try await requireInvalid("an attempt") {
      _ = try await store.attempt(bad, limit: 1, window: 1, at: 0)
    }
    try await requireInvalid("a reason") {
      _ = try await store.revokeFamily("a", reason: bad, at: moment(1))
    }
    try await requireInvalid("a browser session") {
      try await store.saveLogin(sampleLogin("x", user: bad))
    }
  }
}
