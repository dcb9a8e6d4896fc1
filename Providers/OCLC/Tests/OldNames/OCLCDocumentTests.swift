// SPDX-License-Identifier: Apache-2.0

import CoatcheckOCLCOldNames
import CoatcheckOCLCTesting
import TestKit

@Suite("The document of OCLC's sample, by its old names", .timeLimit(.minutes(5)))
@MainActor
struct OCLCDocumentTests {
  private let world: OCLCWorld
  private let folder: Folder

  init() async throws {
    world = try await OCLCWorld()
    folder = try Folder()
  }

  /// The file of lines 21 to 42, with these values in place of the empty ones.
  private func file(_ scopes: String, _ responseType: String = "token") throws -> URL {
    let path = folder.path + "/authentication.plist"
    try Data(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
          <dict>
              <key>authenticatingServerBaseUrl</key>
              <string>\(world.oclc.url)/oauth2</string>
              <key>wskey</key>
              <string>app</string>
              <key>authenticatingInstitutionId</key>
              <string>128807</string>
              <key>contextInstitutionId</key>
              <string>128807</string>
              <key>redirectUrl</key>
              <string>oclcApp://user_agent_flow</string>
              <key>scopes</key>
              <string>\(scopes)</string>
              <key>responseType</key>
              <string>\(responseType)</string>
          </dict>
      </plist>
      """.utf8
    ).write(to: URL(fileURLWithPath: path))
    return URL(fileURLWithPath: path)
  }

  /// Runs the sample with a user at a browser, and returns the address that was opened and the result.
  private func run(
    _ samples: OCLCSamples, _ file: URL, _ answer: ScriptedUserAgent.Answer = .allow
  ) async throws -> (page: URL, success: Bool, result: [String: String]) {
    let (opened, continuation) = AsyncStream.makeStream(of: URL.self)
    let (ends, ended) = AsyncStream.makeStream(of: (Bool, [String: String]).self)
    samples.done = { success, result in
      ended.yield((success, result as? [String: String] ?? [:]))
    }
    let environment = world.environment
    try samples.authenticate(file) {
      $0.browser = CallbackUserAgent(redirectURI: OCLCWorld.callback) { continuation.yield($0) }
      $0.environment = environment
    }
    var pages = opened.makeAsyncIterator()
    let page = try #require(await pages.next())
    let callback = try await world.agent(answer, redirect: OCLCWorld.callback).authorize(at: page)
    let url = try #require(URL(string: callback))
    #expect(samples.authenticationWebView?.browser?.receive(url) == true)
    var results = ends.makeAsyncIterator()
    let (success, result) = try #require(await results.next())
    return (page, success, result)
  }

  @Test("line 55: the request is the document's, and the result has an access token")
  func line55() async throws {
    let samples = OCLCSamples()
    let (page, success, result) = try await run(samples, file("WMS_NCIP"))
    let halves = page.absoluteString.components(separatedBy: "?")
    #expect(halves[0] == world.oclc.url + "/oauth2/authorizeCode")
    #expect(
      Set(halves[1].components(separatedBy: "&").filter { !$0.hasPrefix("state=") }) == [
        "client_id=app", "authenticatingInstitutionId=128807", "contextInstitutionId=128807",
        "redirect_uri=oclcApp%3A%2F%2Fuser_agent_flow", "response_type=token", "scope=WMS_NCIP",
      ])
    #expect(success)
    #expect(
      Set(result.keys) == [
        "access_token", "context_institution_id", "expires_at", "expires_in", "principalID",
        "principalIDNS", "token_type",
      ])
    #expect(result["access_token"]?.hasPrefix("tk_") == true)
    #expect(result["context_institution_id"] == "128807")
    #expect(result["expires_in"] == "1199")
    #expect(result["token_type"] == "bearer")
    #expect(result["expires_at"] == "2023-11-14%2022:33:19Z")
    #expect(samples.indicator == [true, false])
    // Line 86: the token serves for requests.
    let session = try #require(samples.authenticationWebView?.session)
    #expect(try await session.data(for: world.record()).0.status == .ok)
  }

  @Test("line 89: with refresh_token among the scopes the result has one, which is never sent")
  func line89() async throws {
    let samples = OCLCSamples()
    let (page, success, result) = try await run(samples, file("WMS_NCIP refresh_token"))
    #expect(page.absoluteString.contains("scope=WMS_NCIP%20refresh_token"))
    #expect(success)
    #expect(
      Set(result.keys) == [
        "access_token", "context_institution_id", "expires_at", "expires_in", "principalID",
        "principalIDNS", "refresh_token", "refresh_token_expires_at", "refresh_token_expires_in",
        "token_type",
      ])
    #expect(result["refresh_token"]?.hasPrefix("rt_") == true)
    #expect(result["refresh_token_expires_in"] == "604799")
    #expect(result["refresh_token_expires_at"] == "2023-11-21%2022:13:19Z")
    let session = try #require(samples.authenticationWebView?.session)
    let error = await failure { try await session.refresh() }
    #expect(error?.parameter == "client_secret")
    #expect(world.oclc.received("/oauth2/accessToken").isEmpty)
  }

  @Test("a user who denies access, and a file with empty values, are reported as errors")
  func errors() async throws {
    let samples = OCLCSamples()
    let (_, success, result) = try await run(samples, file("WMS_NCIP"), .deny)
    #expect(!success)
    #expect(result["error"] == "access_denied")
    #expect(samples.authenticationWebView?.session == nil)
    let (ends, ended) = AsyncStream.makeStream(of: Bool.self)
    samples.done = { success, _ in ended.yield(success) }
    try samples.authenticate(file("")) { _ in }
    var results = ends.makeAsyncIterator()
    #expect(await results.next() == false)
    #expect(samples.resultParameters?["error_description"] as? String != nil)
  }
}
