// SPDX-License-Identifier: Apache-2.0
import CoatcheckDocomoTesting
import Foundation
import TestKit

/// Runs Examples/Website/Albums as a process of its own, with two providers and a stand-in of PhotoColle.
@Suite("The website of make demo-website", .timeLimit(.minutes(5)))
struct AlbumsTests {
  @Test("signs a user in with either provider, and shows the pictures of the account she connects")
  func pictures() async throws {
    let folder = try Folder()
    SiteSetup.makeKey(in: folder)
    let port = TestPorts.candidate()
    let origin = "http://127.0.0.1:\(port)"
    let scopes = ["openid", "profile"]
    let work = try await SiteSetup.provider("work", of: origin, scopes: scopes)
    let home = try await SiteSetup.provider("home", of: origin, scopes: scopes)
    let photos = DocomoPhotos()
    photos.add(
      DocomoPhoto(guid: "1", name: "sea.jpg", bytes: Data([0xFF, 0xD8]), at: Date()))
    let service = DocomoService(photos: photos)
    let docomo = try await StandIn.start(service, clock: .running())
    let program = try ChildProcess(
      "/usr/bin/env", ["-C", folder.path, BuiltProgram.path("AlbumsExample")],
      environment: [
        "SITE_PORT": "\(port)", "WORK_ISSUER": work.issuer, "HOME_ISSUER": home.issuer,
        "SITE_SECRET": World.secret.reveal(), "DOCOMO_ORIGIN": docomo.url,
        "DOCOMO_SECRET": service.clientSecret.reveal(),
      ])
    let browser = TestBrowser(transport: PatientTransport())
    try await SiteSetup.wait(for: program, at: origin)
    let alice = ScriptedUserAgent(
      username: "alice", password: TestUser.alice.password, transport: PatientTransport(),
      cookies: browser.cookies)
    let owner = ScriptedUserAgent(
      username: StandInUser.alice.username, password: StandInUser.alice.password,
      transport: PatientTransport())
    let own = SiteVisitor.fields(["Origin": origin, "Accept": "text/html"])

    /// Opens the pictures, signs in with a provider, and follows the redirects.
    func open(at provider: String) async throws -> TestBrowser.Page {
      let chooser = try await browser.get(
        origin + "/auth/login?return_to=/albums", fields: own)
      #expect(chooser.text.contains("Work") && chooser.text.contains("Home"))
      let begun = try await browser.get(
        origin + "/auth/login?return_to=/albums&provider=\(provider)", fields: own)
      let callback = try await alice.authorize(
        at: try #require(begun.location.flatMap { URL(string: $0) }))
      let opened = try await browser.get(callback, fields: own)
      #expect(opened.location == origin + "/albums", "\(opened.text)")
      return try await browser.get(origin + "/albums", fields: own)
    }

    /// Connects the account at PhotoColle, as the page asks for.
    func connect(_ asked: TestBrowser.Page) async throws {
      let page = try await browser.get(try #require(asked.location), fields: own)
      #expect(page.text.contains("Connect docomo"))
      let form = try #require(page.forms.first)
      let sent = form.parameters
      let begun = try await browser.post(origin + form.action, sent, fields: own)
      let callback = try await owner.authorize(
        at: try #require(begun.location.flatMap { URL(string: $0) }))
      #expect(try await browser.get(callback, fields: own).location == origin + "/albums")
    }

    try await connect(open(at: "work"))
    #expect(try await browser.get(origin + "/albums", fields: own).text.contains("sea.jpg"))
    #expect(try await browser.get(origin + "/").text.contains("Hello, u-alice-4f1d"))
    _ = try await browser.post(origin + "/auth/logout", [:], fields: own)
    // The connected account stays with the user.
    #expect(try await open(at: "work").text.contains("sea.jpg"))
    _ = try await browser.post(origin + "/auth/disconnect/photocolle", [:], fields: own)
    #expect(
      try await browser.get(origin + "/albums", fields: own).location?
        .contains("/auth/connect/photocolle") == true)
    // A user of another provider is another user.
    _ = try await browser.post(origin + "/auth/logout", [:], fields: own)
    try await connect(open(at: "home"))
    #expect(try await browser.get(origin + "/").text.contains("Hello, Alice Example"))

    program.stop()
    await docomo.stop()
    await work.stop()
    await home.stop()
  }
}
