// SPDX-License-Identifier: Apache-2.0
import CoatcheckOCLC
import CoatcheckOCLCTesting
import OCLCExample
import TestKit

@Suite("The example for OCLC", .timeLimit(.minutes(10)))
struct OCLCExampleTests {
  @Test("gets a record by the user's token, by a signature, and by the server's own token")
  func runs() async throws {
    // The example uses the wall clock, so the stand-in starts at the present.
    let clock = TestClock(at: Date())
    let oclc = try await StandIn.start(OCLCService(), clock: clock)
    let keys = [
      "authenticatingServerBaseUrl": oclc.url + "/oauth2", "wskey": "app",
      "authenticatingInstitutionId": "128807", "contextInstitutionId": "128807",
      "redirectUrl": OCLCWorld.callback, "scopes": "WMS_NCIP refresh_token",
      "responseType": "token",
    ]
    func agent(_ redirect: String) -> ScriptedUserAgent {
      StandInUser.alice.agent(redirectURI: redirect)
    }
    let answers = try await OCLCExample.oclc(
      propertyList: PropertyListEncoder().encode(keys), secret: Secret("app secret"),
      phone: agent(OCLCWorld.callback), browser: agent("http://127.0.0.1:49152/callback"))
    #expect(answers.count == 3)
    #expect(answers[0].contains("\"by\":\"token\"") && answers[0].contains("u-alice"))
    #expect(answers[1].contains("\"by\":\"signature\"") && answers[1].contains("u-alice"))
    #expect(answers[2].contains("\"by\":\"token\"") && !answers[2].contains("u-alice"))
    #expect(oclc.received("/oauth2/accessToken").count == 2)
  }
}
