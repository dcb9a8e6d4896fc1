// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer

extension IssuerStoreContract {
  /// Refresh tokens and their grace window.
  package static let rotation = [
    Check("a rotation keeps the family, increases the generation and never extends the expiry") {
      store in
      try await store.openSample("r0", ends: moment(100))
      for step in 1...3 {
        let outcome = try await store.rotateSample(
          "r\(step - 1)", to: "r\(step)", at: Double(step) * 20)
        try require(
          outcome, is: .rotated(sampleFamily(ends: moment(100)), generation: step), "step \(step)")
        let found = try await store.refresh(digest("r\(step)"))
        try require(found?.record.generation, is: step)
        try require(found?.record.expiresAt, is: moment(100))
        try require(found?.family.absoluteExpiry, is: moment(100))
      }
    },
    Check("reading client and refresh token together equals reading them separately") { store in
      let client = sampleClient("client")
      try await store.save(client)
      try await store.openSample("r0")
      for id in [client.id, "unknown", "cut\u{0}off"] {
        for token in ["r0", "unknown"] {
          let found = try await store.client(id, presenting: digest(token))
          try require(found.client, is: id == client.id ? client : nil, id)
          try require(found.refresh?.family, is: token == "r0" ? sampleFamily() : nil, token)
          try require(found.refresh?.record.digest, is: token == "r0" ? digest("r0") : nil, token)
        }
      }
    },
    Check("inside the grace window the stored successor is returned, and a new one is discarded") {
      store in
      try await store.openSample("r0")
      _ = try await store.rotateSample("r0", to: "r1", at: 20)
      for (offered, seconds) in [("x1", 20.0), ("x2", 29.999), ("x3", 25)] {
        try await require(
          store.rotateSample("r0", to: offered, at: seconds),
          is: .repeated(sampleFamily(), sealedSuccessor: sealed("r1")), "after \(seconds) s")
        try await require(store.refresh(digest(offered)) == nil, is: true)
      }
      try await require(
        store.rotateSample("r1", to: "r2", at: 29), is: .rotated(sampleFamily(), generation: 2))
    },
    Check("a used token that is presented after its grace window ends the family") { store in
      try await store.openSample("r0")
      _ = try await store.rotateSample("r0", to: "r1", at: 20)
      let ended = sampleFamily().ended("refresh_reuse", at: 30)
      try await require(store.rotateSample("r0", to: "x", at: 30), is: .reused(ended))
      try await require(store.family("family"), is: ended)
      try await require(store.rotateSample("r1", to: "r2", at: 31), is: .revoked)
      try await require(store.rotateSample("r0", to: "x", at: 32), is: .revoked)
      try await require(store.family("family"), is: ended)
    },
    Check("the first use of the successor closes the grace window") { store in
      try await store.openSample("r0")
      _ = try await store.rotateSample("r0", to: "r1", at: 20)
      _ = try await store.rotateSample("r1", to: "r2", at: 21)
      try await require(
        store.rotateSample("r0", to: "x", at: 22),
        is: .reused(sampleFamily().ended("refresh_reuse", at: 22)))
      try await require(store.rotateSample("r2", to: "r3", at: 23), is: .revoked)
    },
    Check("a repeated response does not move the end of the grace window") { store in
      try await store.openSample("r0")
      _ = try await store.rotateSample("r0", to: "r1", at: 20)
      _ = try await store.rotateSample("r0", to: "x", at: 29)
      try await require(
        store.rotateSample("r0", to: "x", at: 30.5),
        is: .reused(sampleFamily().ended("refresh_reuse", at: 30.5)))
    },
    Check("the grace window is limited to 0 to 60 seconds") { store in
      for (name, grace, seconds) in [("a", 0.0, 0.0), ("b", -5, 0), ("c", 3600, 60)] {
        try await store.open(sampleFamily(name), first: sampleToken(name + "0", family: name))
        let next = sampleToken(name + "1", family: name)
        _ = try await store.rotate(
          digest(name + "0"), by: "app", to: next, sealed: [1], grace: grace, at: moment(20))
        if seconds > 0 {
          try await require(
            store.rotate(
              digest(name + "0"), by: "app", to: next, sealed: [2], grace: grace,
              at: moment(20 + seconds - 0.001)),
            is: .repeated(sampleFamily(name), sealedSuccessor: [1]))
        }
        try await require(
          store.rotate(
            digest(name + "0"), by: "app", to: next, sealed: [2], grace: grace,
            at: moment(20 + seconds)),
          is: .reused(sampleFamily(name).ended("refresh_reuse", at: 20 + seconds)),
          "a window of \(grace) s")
      }
    },
    Check("a token presented by another client is refused and stays valid") { store in
      try await store.openSample("r0")
      try await require(store.rotateSample("r0", to: "x", at: 20, client: "evil"), is: .wrongClient)
      _ = try await store.rotateSample("r0", to: "r1", at: 21)
      try await require(
        store.rotateSample("r0", to: "x", at: 100, client: "evil"), is: .wrongClient)
      try await require(
        store.rotateSample("r1", to: "r2", at: 101), is: .rotated(sampleFamily(), generation: 2))
    },
    Check("a token is valid until its idle limit, but not beyond the end of its family") { store in
      try await store.openSample("r0", expires: moment(50), ends: moment(100))
      let family = sampleFamily(ends: moment(100))
      try await require(store.rotateSample("r0", to: "x", at: 50), is: .expired)
      try await require(
        store.rotateSample("r0", to: "r1", at: 49.999), is: .rotated(family, generation: 1))
      try await require(
        store.rotateSample("r1", to: "r2", at: 99.999), is: .rotated(family, generation: 2))
      try await require(store.rotateSample("r2", to: "x", at: 100), is: .expired)
      try await require(store.rotateSample("r1", to: "x", at: 101), is: .expired)
      try await require(store.family("family"), is: family)
    },
    Check("a token that was not issued is unknown") { store in
      try await store.openSample("r0")
      try await require(store.rotateSample("x", to: "y", at: 20), is: .unknown)
      try await require(store.refresh(digest("x")) == nil, is: true)
    },
    Check("a rotation whose successor cannot be stored does not use the token") { store in
      try await store.openSample("r0")
      try await store.open(sampleFamily("other"), first: sampleToken("taken", family: "other"))
      for next in [sampleToken("taken"), sampleToken("r1", family: "other"), sampleToken("r0")] {
        try await requireInvalid("a successor that is taken or another family's") {
          _ = try await store.rotate(
            digest("r0"), by: "app", to: next, sealed: [1], grace: 10, at: moment(20))
        }
      }
      try await require(
        store.rotateSample("r0", to: "r1", at: 21), is: .rotated(sampleFamily(), generation: 1))
    },
  ]
}

extension RefreshFamily {
  /// The family after its revocation.
  func ended(_ reason: String, at seconds: Double) -> RefreshFamily {
    RefreshFamily(
      id: id, clientID: clientID, userID: userID, scopes: scopes, createdAt: createdAt,
      absoluteExpiry: absoluteExpiry, authTime: authTime, nonce: nonce,
      revokedAt: moment(seconds), revocationReason: reason, sessionID: sessionID,
      context: context)
  }
}
