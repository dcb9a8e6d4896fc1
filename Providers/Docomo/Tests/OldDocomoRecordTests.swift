// SPDX-License-Identifier: Apache-2.0

import CoatcheckDocomo
import TestKit

@Suite("A record of docomo's SDK")
struct OldDocomoRecordTests {
  @Test("is read with its refresh token, its expiry and its accessibility")
  func whole() throws {
    let record = try DocomoRecord(
      parsing: "original-docomo=refresh_token%3Drt%25261%26serviceProvider%3Ddocomo"
        + "%26scope%3Duserid%2520DataboxAll"
        + "&accessToken-docomo=at%2F1&expirationDate-docomo=1400000060"
        + "&accessibility-docomo=ALWAYS_THI_SDEVICE_ONLY")
    #expect(record.accessibility == .alwaysThisDeviceOnly)
    #expect(record.scopes == [.userid, .databoxAll])
    let now = Date(timeIntervalSince1970: 1_400_000_000)
    let grant = record.grant(receivedAt: now)
    #expect(grant.accessToken.reveal() == "at/1")
    #expect(grant.refreshToken?.reveal() == "rt&1")
    #expect(grant.expiry == .at(now.addingTimeInterval(60)))
    #expect(DocomoRecord.service(storeKey: "main") == "main-docomo")
    #expect(!"\(record)".contains("at/1"))
  }

  @Test("without a refresh token is the access token alone, which counts as expired")
  func tokenAlone() throws {
    let record = try DocomoRecord(parsing: "at=1")
    #expect(record.accessToken.reveal() == "at=1")
    #expect(record.refreshToken == nil)
    #expect(record.scopes == nil)
    #expect(record.expiry.isExpired(at: Date(timeIntervalSince1970: 0)))
  }

  @Test(
    "with an invalid expiry counts as expired",
    arguments: ["nan", "-1", "1e300", "soon", ""])
  func badEnd(text: String) throws {
    let record = try DocomoRecord(parsing: "accessToken-docomo=at&expirationDate-docomo=\(text)")
    #expect(record.expiry.isExpired(at: Date(timeIntervalSince1970: 0)))
  }

  @Test(
    "in an unknown form is refused",
    arguments: [
      "", "two words", "é", "accessToken-docomo=a%0Ab",
      "accessToken-docomo=a&original-docomo=refresh_token%3Da%2520b",
      "accessToken-docomo=a&original-docomo=scope%3D%2522",
      String(repeating: "a", count: 65_537),
    ])
  func refused(text: String) {
    let error = #expect(throws: OAuthError.self) { try DocomoRecord(parsing: text) }
    #expect(error?.parameter == "text")
  }
}
