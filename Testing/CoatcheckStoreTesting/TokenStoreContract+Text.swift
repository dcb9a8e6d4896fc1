// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckJOSE
import CoatcheckOAuth

extension TokenStoreContract {
  /// Texts that stores often handle wrongly: quotes, wildcards, comments, separators, control characters,
  /// the two forms of an é, scalars beyond the basic plane, and 16 KiB.
  static let troublesome = [
    "'", "\"", ";--", "'; DROP TABLE session; --", "%", "_", "\\", "\\'", "a%b_c", "?1", ":name",
    "[a-z]*", "\u{1}\u{1F}\u{7F}", "\r\n", "\t", " trailing ", "é", "e\u{301}", "ı", "i", "I", "ß",
    "ss", "K", "\u{212A}", "\u{202E}gro.elpmaxe", "\u{FFFF}", "👩‍👩‍👧", "𝒳", "{\"a\":[]}", "NULL",
    "../../x", "/", ".", "..", ".json", "~", "a\nb", String(repeating: "n", count: 16 << 10),
    String(repeating: "é", count: 8 << 10) + "'",
  ]

  /// Checks that text is stored and compared byte by byte.
  public static let text = [
    Check("text of every part is returned byte by byte and is found by it") { site in
      let store = try await site.open()
      let texts = troublesome.filter { $0.utf8.count <= site.maximumTextLength }
      // Only a few sessions exist at a time: many stores scan all of them for each filter.
      var present: [AccountID] = []
      for (n, text) in texts.enumerated() {
        var session = try SampleSession.make(text, clientID: "c" + text, name: text)
        session.accessToken = Secret(text)
        session.refreshToken = Secret("r" + text)
        session.tokenType = text
        session.provider = "p" + text
        // Together they stay below the maximum size of a session in the smallest store.
        if text.utf8.count < 1000 {
          session.labels = [text, "l" + text]
          session.appData = ["text": .string(text)]
        }
        try await store.save(session)
        try requireSame(try await store.session(session.account), session, "text \(n)")
        let filters = [
          AccountFilter(subject: text), AccountFilter(clientID: "c" + text),
          AccountFilter(name: text), AccountFilter(provider: "p" + text),
        ]
        for (m, filter) in filters.enumerated() {
          try await require(
            store.sessions(filter).map(bytes), is: [bytes(session)], "text \(n) by filter \(m)")
        }
        try await store.setDefaultAccount(session.account)
        try await require(store.defaultAccount(), is: session.account, "text \(n) as the default")
        present.append(session.account)
        if present.count > 3 { try await store.remove(present.removeFirst()) }
        try require(
          Set(try await store.sessions().map(\.account)), is: Set(present), "sessions at text \(n)")
      }
    },
    Check("a token and a name of 16 KiB are returned") { site in
      let store = try await site.open()
      var session = try SampleSession.make()
      session.accessToken = Secret(String(repeating: "t", count: 16 << 10))
      try await store.save(session)
      try requireSame(try await store.session(session.account), session, "the long token")
    },
    Check("two Unicode forms of one name are two accounts") { site in
      let store = try await site.open()
      let (composed, decomposed) = ("\u{E9}", "e\u{301}")
      try await store.save(try SampleSession.make(composed))
      try await store.save(try SampleSession.make(decomposed))
      try await require(store.sessions().count, is: 2, "accounts")
      for text in [composed, decomposed] {
        let found = try await store.sessions(AccountFilter(name: text))
        try require(found.map { Array($0.name.utf8) }, is: [Array(text.utf8)], "found by its name")
      }
      try await store.remove(try SampleSession.make(composed).account)
      try require(
        try await store.sessions().map { Array($0.name.utf8) }, is: [Array(decomposed.utf8)],
        "the other one")
    },
  ]
}
