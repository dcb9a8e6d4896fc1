// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Front-channel logout")
struct FrontChannelLogoutTests {
  @Test(
    "the URL of the frame identifies the session that has ended",
    arguments: [
      "https://app.example/out", "https://app.example/out?tenant=1", "https://app.example/out?",
    ])
  func both(address: String) throws {
    let issuer = try Issuer("https://op.example/t1")
    let made = FrontChannelLogout(issuer: issuer, sessionID: "s&1=é")
    let place = try made.address(at: Endpoint(address))
    let read = try FrontChannelLogout(get(place.path).head)
    #expect(read == made)
    try read.check(issuer: issuer, sessionID: "s&1=é")
  }

  @Test("a logout URI that has the parameters already cannot be used")
  func ownParameters() throws {
    let made = FrontChannelLogout(issuer: try Issuer("https://op.example"), sessionID: "s1")
    expectMisuse { try made.address(at: Endpoint("https://app.example/out?sid=x")) }
  }

  // attack: C-64
  @Test(
    "a request of another issuer or for another session ends nothing",
    arguments: [
      ("/out?iss=https://evil.example&sid=s1", "iss"),
      ("/out?iss=https://op.example/&sid=s1", "iss"), ("/out?iss=https://op.example&sid=s2", "sid"),
      ("/out?iss=https://op.example&sid=S1", "sid"), ("/out", "sid"),
    ])
  func otherSession(path: String, name: String) throws {
    let logout = try FrontChannelLogout(get(path).head)
    expectError(.refused(.invalidRequest, ""), naming: name) {
      try logout.check(issuer: Issuer("https://op.example"), sessionID: "s1")
    }
  }

  // attack: C-64
  @Test("a session without an id is not ended")
  func withoutSession() throws {
    let logout = try FrontChannelLogout(get("/out?iss=https://op.example&sid=s1").head)
    expectError(naming: "sid") {
      try logout.check(issuer: Issuer("https://op.example"), sessionID: nil)
    }
  }

  @Test("a request without iss and sid is accepted only if they are optional")
  func unnamed() throws {
    let logout = try FrontChannelLogout(get("/out").head)
    try logout.check(
      issuer: Issuer("https://op.example"), sessionID: "s1",
      required: .optional(because: "the issuer has no session ids"))
    #expect(logout.issuer == nil && logout.sessionID == nil)
  }

  @Test(
    "only one of iss and sid, a repeated sid and other methods are refused",
    arguments: [
      ("/out?iss=https://op.example", HTTPRequest.Method.get), ("/out?sid=s1", .get),
      ("/out?sid=s1&sid=s2&iss=https://op.example", .get),
      ("/out?iss=https://op.example&sid=s1", .post),
    ])
  func malformed(path: String, method: HTTPRequest.Method) {
    expectError(.refused(.invalidRequest, "")) {
      try FrontChannelLogout(get(path, method: method).head)
    }
  }

  @Test("the page is not cached and may be framed")
  func page() {
    let (head, body) = FrontChannelLogout.response
    #expect(head.status == .ok && !body.isEmpty)
    #expect(head.headerFields[.cacheControl] == "no-store")
    #expect(head.headerFields.allSatisfy { $0.name.canonicalName != "x-frame-options" })
  }
}
