// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import TestSupport

@Suite("An error response, in both directions")
struct RefusalTests {
  private static let call = RefreshIDToken(sessionToken: Secret("s"))

  @Test(
    "every code is written and read with all its members",
    arguments: ReturnCode.allCases)
  func codesGoThroughBothHalves(_ code: ReturnCode) throws {
    var refusal = Refusal(
      code, detail: RefusalDetail(rawValue: "new_word"), retryAfter: 60, attemptsLeft: 3)
    refusal.arguments = ["weibo", "2"]
    let json = refusal.json(language: "zh-TW", requestID: "r1")
    #expect(json["error_msg"] == .string(code.message(in: .traditionalChinese, ["weibo", "2"])))
    #expect(json["request_id"] == "r1")
    let read = try #require(Refusal(json: try JSONObject(parsing: json.serialized())))
    #expect(read == refusal)
    #expect(read.code == code)
    #expect(read.detail?.rawValue == "new_word")
    #expect(read.retryAfter == 60)
    #expect(read.attemptsLeft == 3)
  }

  @Test("the error names the parameter where the server names it")
  func parametersAreNamed() throws {
    let body = Refusal(.parameterFormat, "mobile").json(language: "zh", requestID: nil)
    let text = String(decoding: body.serialized(), as: UTF8.self)
    #expect(try #require(Wire.failure(of: Self.call, 400, text)).parameter == "mobile")
    let vendor = #"{"error_code":"IDAAS.SDK.COMMON.1002","error_msg":"mobile"}"#
    #expect(try #require(Wire.failure(of: Self.call, 400, vendor)).parameter == nil)
    let other = Refusal(.interfaceFailed, "weibo").json(language: "en", requestID: nil)
    let failed = String(decoding: other.serialized(), as: UTF8.self)
    #expect(try #require(Wire.failure(of: Self.call, 400, failed)).parameter == nil)
  }

  @Test("a client reads every code from a response", arguments: ReturnCode.allCases)
  func clientsUnderstandEveryCode(_ code: ReturnCode) throws {
    let body = Refusal(code, "uid", attemptsLeft: 2).json(language: "en", requestID: nil)
    let error = try #require(
      Wire.failure(of: Self.call, code.status, String(decoding: body.serialized(), as: UTF8.self)))
    #expect(error.returnCode == code)
    #expect(error.providerCode == code.text)
    #expect(error.peerDescription == code.message(in: .english, ["uid"]))
    #expect(error.status == code.status)
    #expect(error.attemptsLeft == 2)
    #expect(error.outcome == .refused || error.code == .temporarilyUnavailable)
  }

  @Test(
    "the error has the outcome and code of the return code",
    arguments: [
      (ReturnCode.busy, OAuthError.Outcome.unreachable, OAuthError.Code.temporarilyUnavailable),
      (.sendingFailed, .unreachable, .temporarilyUnavailable),
      (.expired, .refused, .invalidGrant), (.codeWrong, .refused, .invalidGrant),
      (.deviceIncomplete, .refused, .invalidClient), (.clientUnknown, .refused, .invalidClient),
      (.sourceUnknown, .refused, .serverError), (.parameterMissing, .refused, .invalidRequest),
      (.captchaWrong, .refused, .interactionRequired), (.locked, .refused, .accessDenied),
      (.alreadyBound, .refused, .interactionRequired),
    ])
  func errorsSayWhatFollows(
    _ code: ReturnCode, _ outcome: OAuthError.Outcome, _ name: OAuthError.Code
  ) throws {
    let error = try #require(
      Wire.failure(of: Self.call, code.status, #"{"error_code":"\#(code.text)","error_msg":"m"}"#))
    #expect(error.outcome == outcome)
    #expect(error.code == name)
  }

  @Test(
    "the detail is more exact than the code",
    arguments: [
      ("COMMON.1006", "session_reused", OAuthError.Code.invalidGrant),
      ("COMMON.1005", "code_expired", .interactionRequired),
      ("COMMON.1006", "state_mismatch", .invalidGrant),
      ("SMS.1004", "rate_limited", .temporarilyUnavailable),
      ("SMS.1008", "region_blocked", .accessDenied),
      ("SMS.1005", "code_exhausted", .interactionRequired),
    ])
  func detailsAreMoreExact(_ code: String, _ detail: String, _ name: OAuthError.Code) throws {
    let error = try #require(
      Wire.failure(of: Self.call, 400, #"{"error_code":"\#(code)","error_detail":"\#(detail)"}"#))
    #expect(error.code == name)
    #expect(error.refusalDetail == RefusalDetail(rawValue: detail))
  }

  @Test(
    "errors of three generations are understood",
    arguments: [
      (
        #"{"error_code":"IDAAS.SDK.COMMON.1001","error_msg":"Parameter X-client-id …"}"#,
        ReturnCode.parameterMissing
      ),
      (#"{"error_code":"SDK.COMMON.1005","error_msg":"m"}"#, .expired),
      (#"{"error_code":"IDAAS.SDK.PARAM.0023","error_msg":"m","data":null}"#, .expired),
    ])
  func threeGenerationsAreUnderstood(_ body: String, _ code: ReturnCode) throws {
    #expect(try #require(Wire.failure(of: Self.call, 400, body)).returnCode == code)
  }

  @Test("an error code in a response of status 200 is an error")
  func refusalsWithSuccessStatus() throws {
    let error = try #require(
      Wire.failure(of: Self.call, 200, #"{"error_code":"IDAAS.SDK.COMMON.1005","error_msg":"m"}"#))
    #expect(error.outcome == .refused)
    #expect(error.returnCode == .expired)
  }

  @Test("an unknown code is kept, and the status decides whether it is transient")
  func unknownCodesAreKept() throws {
    let refused = try #require(
      Wire.failure(of: Self.call, 400, #"{"error_code":"IDAAS.SDK.FACE.0001"}"#))
    #expect(refused.outcome == .refused)
    #expect(refused.returnCode == nil)
    #expect(refused.providerCode == "IDAAS.SDK.FACE.0001")
    let later = try #require(
      Wire.failure(of: Self.call, 502, #"{"error_code":"IDAAS.SDK.FACE.0001"}"#))
    #expect(later.isTransient)
  }

  @Test(
    "with status 429 or 5xx no session ends, whatever the code",
    arguments: [429, 500, 502, 503])
  func busyServersEndNothing(_ status: Int) throws {
    let error = try #require(
      Wire.failure(
        of: Self.call, status,
        #"{"error_code":"IDAAS.SDK.COMMON.1005","error_detail":"session_expired"}"#))
    #expect(error.isTransient)
    #expect(error.errorClass == .transient(retryAfter: nil))
  }

  @Test("how long to wait is read from the field, or else from the body, and is an hour at most")
  func waitsAreRead() throws {
    func wait(_ member: String, fields: HTTPFields = [:]) -> Duration? {
      Wire.failure(
        of: Self.call, 400, #"{"error_code":"SMS.1008","retry_after":\#(member)}"#, fields: fields)?
        .retryAfter
    }
    #expect(wait("30") == .seconds(30))
    #expect(wait("\"30\"") == .seconds(30))
    #expect(wait("999999") == .seconds(3600))
    #expect(wait("0") == nil)
    #expect(wait("-5") == nil)
    #expect(wait("30", fields: [.retryAfter: "7"]) == .seconds(7))
  }

  @Test("a peer's text is cut and cleaned before it is shown")
  func textsAreCleaned() throws {
    let long = String(repeating: "x", count: 5_000)
    let error = try #require(
      Wire.failure(
        of: Self.call, 400,
        #"{"error_code":"SMS.1005\u001b[31m","error_msg":"\u202e\n\#(long)","error_detail":"\u0000"}"#
      ))
    #expect((error.peerDescription?.count ?? 0) <= 201)
    #expect(error.peerDescription?.contains("\u{202E}") == false)
    #expect(error.description.contains("\u{1B}") == false)
  }
}
