// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import TestSupport

/// Responses in the forms of several generations of the vendor's servers.
@Suite("Responses of other servers")
struct RecordedRepliesTests {
  @Test("a sent message is answered with an object or with nothing", arguments: ["{}", "", "null"])
  func sentMessagesSayNothing(_ body: String) throws {
    let call = SendSMS(to: "1", type: "MFA", captchaToken: Secret("c"))
    #expect(try Wire.reply(to: call, body) == MessageSent())
  }

  @Test("a refresh returns the ID token's lifetime, and may keep the session token")
  func refreshesAreRead() throws {
    let call = RefreshIDToken(sessionToken: Secret("s"))
    let both = try Wire.reply(
      to: call, #"{"id_token":"a.b.c","session_token":"apco","expire":"7200"}"#)
    #expect(both.idToken.reveal() == "a.b.c")
    #expect(both.sessionToken?.reveal() == "apco")
    #expect(both.expire == 7200)
    let one = try Wire.reply(to: call, #"{"id_token":"a.b.c"}"#)
    #expect(one.sessionToken == nil)
  }

  @Test("linked accounts are read, with ids as numbers and times in milliseconds")
  func accountsAreRead() throws {
    let accounts = try Wire.reply(
      to: SocialAccountsCall(idToken: Secret("i")),
      """
      [{"id":9007199254740993,"userId":"u","socialType":"weibo","socialUid":1404376560,
        "socialChannelId":null,"socialNickname":"小明","socialHeadImage":"","idpId":"w",
        "socialAccountDetails":{"gender":"m"},"createdAt":1659407292000,"updatedAt":"1659407292"}]
      """)
    let account = try #require(accounts.first)
    // A number in floating point would have lost the last digit.
    #expect(account.id == "9007199254740993")
    #expect(account.uid == "1404376560")
    #expect(account.details == #"{"gender":"m"}"#)
    #expect(account.createdAt == Date(timeIntervalSince1970: 1_659_407_292))
    #expect(account.updatedAt == account.createdAt)
    #expect(account.channelID == nil)
  }

  @Test("a slider of a server that knows no other captcha is read, with its usual measures")
  func oldSlidersAreRead() throws {
    let challenge = try Wire.reply(
      to: CaptchaCall(),
      """
      {"token":"t","originalImageBase64":"data:image/png;base64,AQID","jigsawImageBase64":"BAU=",
       "secretKey":null,"captchaId":null,"wordList":null,"result":false}
      """)
    guard case .slider(let slider) = challenge else {
      Issue.record("The challenge is not a slider.")
      return
    }
    #expect(slider.picture == Data([1, 2, 3]))
    #expect(slider.piece == Data([4, 5]))
    let measures = [slider.width, slider.height, slider.pieceWidth, slider.pieceY]
    #expect(measures == [310, 155, 47, 0] as [Int])
    #expect(slider.expire == 120)
  }

  @Test(
    "an unusable captcha cannot be read",
    arguments: [
      #"{"token":"t","originalImageBase64":"?","jigsawImageBase64":"BAU="}"#,
      #"{"token":"t","originalImageBase64":"AQID"}"#,
      #"{"originalImageBase64":"AQID","jigsawImageBase64":"BAU="}"#,
      #"{"token":"t","originalImageBase64":"AQID","jigsawImageBase64":"BAU=","imageWidth":-1}"#,
      #"{"token":"t","captchaType":"pow","algorithm":"MD5","salt":"s","cost":1}"#,
      #"{"token":"t","captchaType":"pow","algorithm":"SHA-256","salt":"s","cost":0}"#,
      #"{"token":"t","captchaType":"pow","algorithm":"SHA-256","salt":"s","cost":99999999999}"#,
      #"{"token":"t","captchaType":"pow","algorithm":"SHA-256","cost":1}"#,
    ])
  func badCaptchasCannotBeRead(_ body: String) {
    #expect(Wire.failure(of: CaptchaCall(), 200, body)?.outcome == .unreadable)
  }

  @Test(
    "an impossible time cannot be read",
    arguments: ["{}", #"{"server_date":-1}"#, #"{"server_date":1e30}"#, #"{"server_date":"now"}"#])
  func badTimesCannotBeRead(_ body: String) {
    #expect(Wire.failure(of: ServerDateCall(), 200, body)?.parameter == "server_date")
  }

  @Test("the server's time is milliseconds, as a number or a text")
  func timesAreRead() throws {
    let time = Date(timeIntervalSince1970: 1_659_407_292)
    #expect(try Wire.reply(to: ServerDateCall(), #"{"server_date":1659407292000}"#) == time)
    #expect(try Wire.reply(to: ServerDateCall(), #"{"server_date":"1659407292000"}"#) == time)
  }
}
