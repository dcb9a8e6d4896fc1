// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestKit

@Suite("The disk of a website fails", .timeLimit(.minutes(30)))
struct FaultyDiskTests {
  struct Trouble: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let error: Int32
    /// The kinds of calls that fail, as in Tests/FaultLayer.
    let kinds: String
  }

  private static let troubles = [
    Trouble(testDescription: "a full disk", error: ENOSPC, kinds: "w"),
    Trouble(testDescription: "a disk that keeps nothing", error: EIO, kinds: "s"),
    Trouble(testDescription: "a disk that is read-only now", error: EROFS, kinds: "w"),
  ]

  // attack: W-46
  @Test(
    "no user is signed out or mixed up with another, and all works again afterwards",
    arguments: troubles)
  func trouble(_ trouble: Trouble) async throws {
    let site = try await SiteProcess.start(accessTokensFor: SiteSetup.briefLifetime) { folder in
      try FaultLayer.variables(
        error: trouble.error, kinds: trouble.kinds, in: folder, whileThereIs: folder + "-trouble")
    }
    let file = site.folder.path + "-trouble"
    defer { try? FileManager.default.removeItem(atPath: file) }
    func visitor(_ user: TestUser = .alice) -> RemoteVisitor {
      RemoteVisitor(site: site, user: user)
    }
    let (looking, refreshing) = (visitor(), visitor(.bob))
    let (leaving, coming) = (visitor(), visitor(.bob))
    for visitor in [looking, refreshing, leaving] { try await visitor.signIn() }
    let callback = try await coming.callback()
    try await Task.sleep(for: SiteSetup.untilRefresh)

    #expect(FileManager.default.createFile(atPath: file, contents: Data()))
    #expect(try await looking.isSignedIn())
    // The token has to be refreshed, and the new tokens cannot be stored.
    let page = try await refreshing.open("/profile")
    #expect([200, 503].contains(page.status), "\(page.status) \(page.text)")
    let left = try await leaving.signOut()
    #expect(left.status == 503 && left.head.headerFields[.retryAfter] != nil, "\(left.status)")
    let come = try await coming.open(callback)
    #expect(come.status == 503, "\(come.status) \(come.text)")
    #expect(try await !coming.isSignedIn())

    try FileManager.default.removeItem(atPath: file)
    for visitor in [looking, refreshing] { #expect(try await visitor.isSignedIn()) }
    let profile = try await refreshing.open("/profile")
    #expect(profile.status == 200, "\(profile.status) \(profile.text)")
    #expect(try await leaving.signOut().status == 303)
    #expect(try await !leaving.isSignedIn())
    // The user reloads the page.
    let again = try await coming.open(callback)
    #expect(again.status == 303, "\(again.status) \(again.text)")
    #expect(try await coming.isSignedIn())
    await site.stop()
    try await site.checkStore()
  }
}
