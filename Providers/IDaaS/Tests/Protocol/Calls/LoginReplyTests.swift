// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import TestSupport

/// Responses in the form of the document, its tables and its samples.
@Suite("The outcome of a login")
struct LoginReplyTests {
  private static let login = WeiboLogin(.token(Secret("t"), uid: "1"))

  @Test(
    "tokens are read, with expire as a number or a text",
    arguments: ["432000", "\"432000\"", "432000.0"])
  func tokensAreRead(_ expire: String) throws {
    let reply = try Wire.reply(
      to: Self.login,
      #"{"session_token":"btsi","id_token":"e.y.z","expire":\#(expire),"status":"SUCCESS"}"#)
    guard case .tokens(let tokens) = reply else {
      Issue.record("The reply has no tokens.")
      return
    }
    #expect(tokens.sessionToken.reveal() == "btsi")
    #expect(tokens.idToken.reveal() == "e.y.z")
    #expect(tokens.expire == 432_000)
  }

  @Test(
    "a status is read without the spaces around it, and written without them",
    arguments: [
      (" SOCIAL_BIND", LoginStatus.socialBind), ("SOCIAL_BIND", .socialBind),
      ("USER_REGISTER\n", .userRegister), ("\u{3000}USER_REGISTER", .userRegister),
    ])
  func statusesAreTrimmed(_ status: String, _ expected: LoginStatus) throws {
    let text = String(decoding: JSONValue.string(status).serialized(), as: UTF8.self)
    let reply = try Wire.reply(
      to: Self.login,
      #"{"state_token":"eyJ","data":"{\"socialBindOrRegisterFlow\":[\"VERIFY_PHONE\",\"VERIFY_EMAIL\","#
        + #"\"VERIFY_FACE\"]}","status":\#(text)}"#)
    let pending = try #require(reply.pending)
    #expect(pending.status == expected)
    #expect(pending.stateToken.reveal() == "eyJ")
    #expect(pending.methods == [.phone, .email])
    #expect(WeiboLogin.json(reply).objectValue?["status"] == .string(expected.rawValue))
  }

  @Test(
    "data that is not the JSON text of an object yields no methods",
    arguments: [#""""#, #""[""#, "null", #""[]""#])
  func dataMayBeUnreadable(_ data: String) throws {
    let reply = try Wire.reply(
      to: Self.login, #"{"state_token":"s","data":\#(data),"status":"SOCIAL_BIND"}"#)
    let pending = try #require(reply.pending)
    #expect(pending.methods == [])
  }

  @Test("the methods are sent as a JSON text within the object, as in the document")
  func methodsTravelAsText() {
    let reply = LoginReply.pending(
      PendingLogin(
        status: .userRegister, stateToken: Secret("s"), methods: [.phone, .email]))
    #expect(
      reply.json.objectValue?["data"]
        == .string(#"{"socialBindOrRegisterFlow":["VERIFY_PHONE","VERIFY_EMAIL"]}"#))
  }

  @Test("a refusal by policy is an outcome, not an error")
  func denialsAreOutcomes() throws {
    guard case .denied = try Wire.reply(to: Self.login, #"{"status":" ACCESS_DENIED "}"#) else {
      Issue.record("The login is not denied.")
      return
    }
  }

  @Test("an unknown status is kept, with its state token")
  func newStatusesAreKept() throws {
    let reply = try Wire.reply(to: Self.login, #"{"state_token":"s","status":"FACE_CHECK"}"#)
    let pending = try #require(reply.pending)
    #expect(pending.status == LoginStatus(rawValue: "FACE_CHECK"))
  }

  @Test(
    "what is neither tokens nor a pending login cannot be read",
    arguments: [
      "[]", "7", #""text""#, "", "{}", #"{"status":"SUCCESS"}"#, #"{"status":"SOCIAL_BIND"}"#,
      #"{"state_token":"","status":"SOCIAL_BIND"}"#, #"{"session_token":"a","status":"SUCCESS"}"#,
      #"{"session_token":"a","id_token":1,"status":"SUCCESS"}"#,
    ])
  func otherAnswersCannotBeRead(_ body: String) {
    #expect(Wire.failure(of: Self.login, 200, body)?.outcome == .unreadable)
  }
}

extension LoginReply {
  fileprivate var pending: PendingLogin? {
    guard case .pending(let login) = self else { return nil }
    return login
  }
}
