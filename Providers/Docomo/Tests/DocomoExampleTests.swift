// SPDX-License-Identifier: Apache-2.0

import DocomoExample
import TestKit

@Suite("The example for docomo")
struct DocomoExampleTests {
  @Test("signs in once, lists the pictures and saves the newest")
  func pictures() async throws {
    let site = try await DocomoSite()
    let (store, folder) = (MemoryTokenStore(), try Folder())
    func run(_ answer: ScriptedUserAgent.Answer) async throws -> [String] {
      try await docomoPictures(
        of: site.client(in: store, answering: answer), storeKey: "main", at: site.standIn.url,
        into: folder.path)
    }
    #expect(try await run(.deny) == [])
    #expect(try await run(.allow).last == "no pictures yet")
    PhotoColleTests.fill(site)
    let lines = try await run(.cancel)
    #expect(
      lines.dropFirst() == [
        "4.jpg: 4 bytes", "3.jpg: 3 bytes", "2.jpg: 2 bytes", "1.jpg: 1 bytes",
      ])
    #expect(folder.read("newest.jpg") == [1, 1, 1, 1])
    #expect(site.signIns == 2)
    // The user has to sign in again, and docomo does not know the client.
    site.clock.advance(by: .seconds(3600))
    let failed = try await docomoPictures(
      of: site.client(secret: Secret("wrong")), storeKey: "other", at: site.standIn.url,
      into: folder.path)
    #expect(failed == ["failed: INVALID_CLIENT"])
  }
}
