// SPDX-License-Identifier: Apache-2.0
import CoatcheckNXOAuth2ClientTesting
import NXOAuth2ClientExample
import TestKit

@Suite("The example for NXOAuth2Client", .timeLimit(.minutes(10)))
@MainActor
struct NXExampleTests {
  @Test("signs in through the browser, uploads, and finds its session when it is started again")
  func runs() async throws {
    let standIn = try await StandIn.start(NXService(), clock: TestClock(at: Date()))
    let browser = StandInUser.alice.agent()
    let store = MemoryTokenStore()
    var opened: [URL] = []
    let app = try PhotoApp(site: standIn.url, store: store) { opened.append($0) }
    try await NX.eventually { !opened.isEmpty }
    let callback = try await browser.authorize(at: try #require(opened.first))
    #expect(app.opened(with: callback))
    try await NX.eventually { app.story.count >= 2 }
    #expect(app.story == ["needs authentication", "did get access"])
    let answer = try await app.upload(
      Data(repeating: 1, count: 5000), to: Endpoint("\(standIn.url)/upload"))
    let parts = try JSONObject(parsing: Array(answer))["parts"]?.arrayValue
    let names = parts?.compactMap { $0.objectValue?["name"]?.stringValue }
    #expect(names == ["tag", "tag", "photo"])

    let again = try PhotoApp(site: standIn.url, store: store) { opened.append($0) }
    try await NX.eventually { !again.story.isEmpty }
    #expect(again.story == ["did get access"] && opened.count == 1)
  }
}
