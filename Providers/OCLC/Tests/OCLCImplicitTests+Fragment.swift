// SPDX-License-Identifier: Apache-2.0
import CoatcheckOCLC
import TestKit

/// The fragment of a callback.
extension OCLCImplicitTests {
  struct Documented: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let receivedAt: TimeInterval
    let members: [String]
    let expiry: TimeInterval
    var refreshExpiry: TimeInterval?
  }

  @Test(
    "reads both documented responses, with their lifetimes and with their dates alone",
    arguments: [
      Documented(
        testDescription: "the first", receivedAt: 1_388_921_847,
        members: [
          "access_token=tk_U13DrzOHW8eep3jvwIpNX2rDcfuhvetNbrFm", "context_institution_id=128807",
          "expires_at=2014-01-05%2011:57:26Z", "expires_in=1199", "principalID=p-1",
          "principalIDNS=urn:oclc:wms:da", "token_type=bearer",
        ], expiry: 1_388_923_046),
      Documented(
        testDescription: "the second", receivedAt: 1_388_922_430,
        members: [
          "access_token=tk_nd4GoLXjFcAabig2AJzOMpzhPkI2LFZtbLD6", "context_institution_id=128807",
          "expires_at=2014-01-05%2012:07:09Z", "expires_in=1199", "principalID=p-1",
          "principalIDNS=urn:oclc:wms:da",
          "refresh_token=rt_nucaPASHXXZ3L2F6vNYucr2xudlKfnc8v8si",
          "refresh_token_expires_at=2014-01-12%2011:47:09Z", "refresh_token_expires_in=604799",
          "token_type=bearer",
        ], expiry: 1_388_923_629, refreshExpiry: 1_389_527_229),
    ])
  func documented(_ reply: Documented) throws {
    let transaction = try transaction(at: reply.receivedAt)
    for members in [reply.members, reply.members.filter { !$0.contains("expires_in") }] {
      let fragment = (members + ["state=" + transaction.state.reveal()]).joined(separator: "&")
      let grant = try transaction.grant(
        from: OCLCWorld.callback + "#" + fragment, at: transaction.startedAt)
      #expect("access_token=" + grant.accessToken.reveal() == reply.members[0])
      #expect(grant.tokenType == "Bearer")
      #expect(grant.expiry == .at(Date(timeIntervalSince1970: reply.expiry)))
      #expect(grant.extra["context_institution_id"] == "128807")
      #expect(grant.extra["principalID"] == "p-1")
      #expect(grant.extra["principalIDNS"] == "urn:oclc:wms:da")
      #expect(
        grant.refreshToken?.reveal()
          == (reply.refreshExpiry == nil ? nil : "rt_nucaPASHXXZ3L2F6vNYucr2xudlKfnc8v8si"))
      #expect(
        grant.refreshExpiry
          == reply.refreshExpiry.map { .at(Date(timeIntervalSince1970: $0)) } ?? .unknown)
    }
  }

  /// The fragment of the document, with values for the principal, which the document omits.
  private static let fragment =
    "access_token=tk_nd4GoLXjFcAabig2AJzOMpzhPkI2LFZtbLD6&context_institution_id=128807"
    + "&expires_at=2014-01-05%2011:57:26Z&principalID=p&principalIDNS=urn:oclc:wms:da"
    + "&refresh_token=rt_nucaPASHXXZ3L2F6vNYucr2xudlKfnc8v8si"
    + "&refresh_token_expires_at=2014-01-12%2011:47:09Z&token_type=bearer"

  private func transaction(at time: TimeInterval = 1_388_921_847) throws -> ImplicitTransaction {
    var environment = RuntimeEnvironment.live
    environment.now = { Date(timeIntervalSince1970: time) }
    let provider = try Provider.oclc()
    return try ImplicitTransaction.begin(
      metadata: provider.metadata, client: ClientIdentity(id: "key"),
      redirectURI: OCLCWorld.callback, scopes: ["WMS_NCIP"], dialect: provider.dialect,
      environment: environment, because: "test"
    ).transaction
  }

  @Test("reads the dates of a fragment, with a space as %20, in UTC")
  func dates() throws {
    let transaction = try transaction()
    let now = transaction.startedAt.addingTimeInterval(1)
    let state = "&state=" + transaction.state.reveal()
    func grant(_ fragment: String) throws -> TokenGrant {
      try transaction.grant(from: OCLCWorld.callback + "#" + fragment + state, at: now)
    }
    let grant1 = try grant(Self.fragment)
    #expect(grant1.expiry == .at(Date(timeIntervalSince1970: 1_388_923_046)))
    #expect(grant1.refreshExpiry == .at(Date(timeIntervalSince1970: 1_389_527_229)))
    #expect(grant1.refreshToken?.reveal() == "rt_nucaPASHXXZ3L2F6vNYucr2xudlKfnc8v8si")
    // The seconds do not depend on a clock, so they have precedence.
    #expect(
      try grant(Self.fragment + "&expires_in=1199&refresh_token_expires_in=604799").expiry
        == .at(now.addingTimeInterval(1199)))
    for (written, seconds) in [
      ("2014-01-05%2011:57:26Z", 1_388_923_046), ("2014-01-05+11%3A57%3A26Z", 1_388_923_046),
      ("2014-01-05%252011:57:26Z", 1_388_923_046), ("2016-02-29%2000:00:00Z", 1_456_704_000),
      ("1970-01-01%2000:00:00Z", 0),
    ] {
      #expect(
        try grant("access_token=tk_1&token_type=bearer&expires_at=\(written)").expiry
          == .at(Date(timeIntervalSince1970: TimeInterval(seconds))), "\(written)")
    }
    for written in [
      "2014-02-29%2000:00:00Z", "2014-13-01%2000:00:00Z", "2014-01-05T11:57:26Z",
      "2014-01-05%2024:00:00Z", "2014-1-5%2011:57:26Z", "2014-01-05%2011:57:26", "soon",
      "-014-01-05%2011:57:26Z",
    ] {
      #expect(
        try grant("access_token=tk_1&token_type=bearer&expires_at=\(written)").expiry == .unknown,
        "\(written)")
    }
  }

  private static let callback = OCLCWorld.callback

  @Test(
    "accepts no other callback",
    arguments: [
      // `STATE` stands for the state of the transaction.
      Case("without a state", ("\(callback)#access_token=t", .stateMismatch)),
      Case("with another state", ("\(callback)#access_token=t&state=x", .stateMismatch)),
      Case(
        "with the token in the query",
        ("\(callback)?access_token=t&state=STATE", .callbackMalformed)),
      Case(
        "with tokens in both places",
        ("\(callback)?access_token=t#access_token=u&state=STATE", .callbackMalformed)),
      Case("without a token", ("\(callback)#token_type=bearer&state=STATE", .tokenMalformed)),
      Case(
        "with two tokens",
        ("\(callback)#access_token=t&access_token=u&state=STATE", .callbackMalformed)),
      Case(
        "with a token and an error",
        ("\(callback)#access_token=t&error=x&state=STATE", .callbackMalformed)),
      Case(
        "of another issuer",
        ("\(callback)#access_token=t&iss=https%3A%2F%2Fevil.example&state=STATE", .issuerMismatch)),
      Case(
        "for another app",
        ("oclcApp2://user_agent_flow#access_token=t&state=STATE", .callbackMalformed)),
      Case(
        "for a longer address", ("\(callback).evil#access_token=t&state=STATE", .callbackMalformed)),
      Case(
        "with an error and a wrong state",
        ("\(callback)#error=access_denied&state=x", .stateMismatch)),
    ] as [Case<(String, OAuthError.Code)>])
  func bad(_ row: Case<(String, OAuthError.Code)>) throws {
    let transaction = try transaction()
    let callback = row.value.0.replacing("STATE", with: transaction.state.reveal())
    let error = #expect(throws: OAuthError.self) {
      try transaction.grant(from: callback, at: transaction.startedAt)
    }
    #expect(error?.code == row.value.1)
    #expect(error?.outcome == .unreadable)
  }

  @Test("reads an error in the fragment, and compares the scheme without regard to case")
  func errorInFragment() throws {
    let transaction = try transaction()
    let state = transaction.state.reveal()
    let error = #expect(throws: OAuthError.self) {
      try transaction.grant(
        from: "oclcapp://user_agent_flow#error=access_denied&error_description=No%20way&state="
          + state, at: transaction.startedAt)
    }
    #expect(error == .refused(.accessDenied, ""))
    #expect(error?.peerDescription == "No way")
    #expect(error?.errorClass == .cancelled)
    let late = #expect(throws: OAuthError.self) {
      try transaction.grant(
        from: "oclcapp://user_agent_flow#access_token=t&state=" + state,
        at: transaction.startedAt.addingTimeInterval(601))
    }
    #expect(late?.code == .transactionExpired)
  }
}
