// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import TestKit

@Suite("A tenant in a folder")
struct TenantFolderTests {
  private static let good = """
    {"applications": [{
      "client_id": "c1", "name": "Demo", "redirect_uris": ["https://app.example/cb"],
      "weibo": {"app_key": "20454", "app_secret_file": "weibo.secret", "scopes": ["email"],
        "name": "Weibo 微博", "channel": "WEB"},
      "unassociated": "BIND", "methods": ["VERIFY_PHONE"], "international": false,
      "regions": ["CN"], "confirms_links": true, "second_factor": "SMS",
      "theme": {"navColor": "99FFCC", "navBackImage": "https://cdn.example/back.png"},
      "picture_hosts": ["cdn.example"], "words": ["Welcome"], "requires_phone": true, "messages_per_hour": 40,
      "proof_of_work": false, "ends_sessions_upstream": false
    }]}
    """

  /// A folder with a valid `tenant.json`, its reader, a clock, and the reported troubles.
  private struct Case {
    let folder: Folder
    let clock = TestClock()
    let tenant: TenantFolder
    let told: Told

    final class Told: Sendable {
      let troubles = Mutex<[TenantError]>([])
    }

    init() throws {
      folder = try Folder()
      let clock = self.clock
      let told = Told()
      self.told = told
      let live = RuntimeEnvironment.live
      tenant = TenantFolder(
        path: folder.path,
        environment: RuntimeEnvironment(now: { clock.now }, random: live.random, sleep: live.sleep)
      ) { trouble in told.troubles.withLock { $0.append(trouble) } }
      try write(TenantFolderTests.good, to: "tenant.json", mode: 0o644)
      try write("s3cret\n", to: "weibo.secret")
    }

    func write(_ text: String, to name: String, mode: Int = 0o600) throws {
      try write(Data(text.utf8), to: name, mode: mode)
    }

    func write(_ data: Data, to name: String, mode: Int = 0o600) throws {
      let file = folder.path + "/" + name
      try? FileManager.default.removeItem(atPath: file)
      #expect(
        FileManager.default.createFile(
          atPath: file, contents: data, attributes: [.posixPermissions: mode]))
    }

    /// The error of a folder; nil when it is valid.
    func trouble() -> TenantError? {
      clock.advance(by: .seconds(1))
      do throws(TenantError) {
        try tenant.check()
        return nil
      } catch {
        return error
      }
    }
  }

  @Test("everything in tenant.json is read")
  func reads() async throws {
    let one = try Case()
    #expect(one.trouble() == nil)
    let application = try #require(try await one.tenant.application("c1"))
    #expect(application.name == "Demo")
    #expect(application.redirectURIs == ["https://app.example/cb"])
    #expect(application.weibo?.appKey == "20454")
    #expect(application.weibo?.appSecret.matches(Secret("s3cret")) == true)
    #expect(application.weibo?.scopes == ["email"])
    #expect(application.unassociated == .bind)
    #expect(application.methods == [.phone])
    #expect(!application.isInternational && application.confirmsLinks)
    guard case .tenant(["Welcome"]) = application.words else {
      Issue.record("The words are \(application.words).")
      return
    }
    #expect(application.regions == ["CN"])
    #expect(application.secondFactor == "SMS")
    #expect(application.theme?.navBackImage?.host == "cdn.example")
    #expect(application.pictureHosts == ["cdn.example"])
    #expect(application.requiresPhone && !application.offersWork)
    #expect(application.messagesPerHour == 40)
    #expect(!application.endsSessionsUpstream)
    #expect(application.weibo?.name == "Weibo 微博")
    #expect(application.weibo?.channel == .web)
    #expect(try await one.tenant.application("c2") == nil)
    #expect(try await one.tenant.areaCodes() == .usual)
    #expect(try await one.tenant.passwordPolicy() == PasswordPolicy())
    #expect(try await one.tenant.slides().isEmpty)
  }

  @Test(
    "an error names its file and member",
    arguments: [
      ("{", "tenant.json", ""), (#"{"applications": []}"#, "tenant.json", "applications"),
      (#"{"aplications": []}"#, "tenant.json", "aplications"),
      (
        #"{"applications": [{"client_id": "a", "name": "x", "theme": {"navBackImage": "https://cdn.example/x.png"}}]}"#,
        "tenant.json", "applications[0].theme.navBackImage"
      ),
      (#"{"applications": [{"name": "x"}]}"#, "tenant.json", "applications[0].client_id"),
      (
        #"{"applications": [{"client_id": "a", "name": "x", "unassociated": "MAYBE"}]}"#,
        "tenant.json", "applications[0].unassociated"
      ),
      (
        #"{"applications": [{"client_id": "a", "name": "x", "weibo": {"app_secret_file": "weibo.secret"}}]}"#,
        "tenant.json", "applications[0].weibo.app_key"
      ),
      (
        #"{"applications": [{"client_id": "a", "name": "x", "redirect_uris": ["javascript:x"]}]}"#,
        "tenant.json", "applications[0].redirect_uris"
      ),
      (
        #"{"applications": [{"client_id": "a", "name": "x", "theme": {"navColor": "red"}}]}"#,
        "tenant.json", "applications[0].theme.navColor"
      ),
      (
        #"{"applications": [{"client_id": "a", "name": "x"}, {"client_id": "a", "name": "y"}]}"#,
        "tenant.json", "applications[1].client_id"
      ),
      (
        #"{"applications": [{"client_id": "a", "name": "x", "weibo": {"app_key": "1", "app_secret_file": "none"}}]}"#,
        "none", ""
      ),
      (
        #"{"applications": [{"client_id": "a", "name": "x", "weibo": {"app_key": "1", "app_secret_file": "weibo.secret", "base": "http://weibo.example"}}]}"#,
        "tenant.json", "applications[0].weibo.base"
      ),
    ])
  func troubles(_ text: String, _ file: String, _ member: String) async throws {
    let one = try Case()
    try one.write(text, to: "tenant.json")
    let trouble = try #require(one.trouble())
    #expect(trouble.file == file)
    #expect(trouble.member == member)
    await #expect(throws: Refusal(.tenantUnreadable)) { try await one.tenant.application("a") }
    #expect(one.told.troubles.withLock { $0.first } == trouble)
  }

  @Test("a file with a secret that others may read is refused")
  func loose() async throws {
    let one = try Case()
    try one.write("s3cret", to: "weibo.secret", mode: 0o644)
    #expect(one.trouble()?.file == "weibo.secret")
    let inline = Self.good.replacingOccurrences(
      of: #""app_secret_file": "weibo.secret""#, with: #""app_secret": "s3cret""#)
    try one.write(inline, to: "tenant.json", mode: 0o644)
    #expect(one.trouble()?.file == "tenant.json")
    #expect(one.trouble()?.description.contains("s3cret") == false)
    try one.write(inline, to: "tenant.json", mode: 0o600)
    #expect(one.trouble() == nil)
  }

  @Test("a file that was replaced is read again after a second, not before")
  func again() async throws {
    let one = try Case()
    #expect(try await one.tenant.application("c1")?.name == "Demo")
    try one.write(Self.good.replacingOccurrences(of: "Demo", with: "Another"), to: "tenant.json")
    #expect(try await one.tenant.application("c1")?.name == "Demo")
    one.clock.advance(by: .seconds(1))
    #expect(try await one.tenant.application("c1")?.name == "Another")
    // A secret in a file of its own counts as well.
    try one.write("another secret", to: "weibo.secret")
    one.clock.advance(by: .seconds(1))
    let application = try await one.tenant.application("c1")
    #expect(application?.weibo?.appSecret.matches(Secret("another secret")) == true)
    // An invalid file refuses, is reported once, and is read again when it is corrected.
    try one.write("{", to: "tenant.json")
    for _ in 0..<3 {
      one.clock.advance(by: .seconds(1))
      await #expect(throws: Refusal(.tenantUnreadable)) { try await one.tenant.application("c1") }
    }
    #expect(one.told.troubles.withLock { $0.count } == 1)
    try one.write(Self.good, to: "tenant.json")
    one.clock.advance(by: .seconds(1))
    #expect(try await one.tenant.application("c1")?.name == "Demo")
  }

  @Test("each of the other files has its own return code")
  func others() async throws {
    let one = try Case()
    try one.write("{}", to: "area-codes.json")
    try one.write(#"{"min_length": 3}"#, to: "password-policy.json")
    try FileManager.default.createDirectory(
      atPath: one.folder.path + "/slides", withIntermediateDirectories: true)
    try one.write("no picture", to: "slides/a.png")
    await #expect(throws: Refusal(.areaCodesUnreadable)) { try await one.tenant.areaCodes() }
    await #expect(throws: Refusal(.passwordPolicyUnreadable)) {
      try await one.tenant.passwordPolicy()
    }
    await #expect(throws: Refusal(.slideMissing, "slides")) { try await one.tenant.slides() }
    #expect(try await one.tenant.application("c1") != nil)

    try one.write(
      String(decoding: AreaCodes.usual.json.serialized(), as: UTF8.self), to: "area-codes.json")
    try one.write(#"{"min_length": 10, "history": 3}"#, to: "password-policy.json")
    let signature = Data([137, 80, 78, 71, 13, 10, 26, 10])
    try one.write(signature, to: "slides/a.png")
    one.clock.advance(by: .seconds(1))
    #expect(try await one.tenant.areaCodes() == .usual)
    #expect(try await one.tenant.passwordPolicy().length == 10...128)
    #expect(try await one.tenant.slides() == [[UInt8](signature)])
  }
}
