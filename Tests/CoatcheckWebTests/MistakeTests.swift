// SPDX-License-Identifier: Apache-2.0
import CoatcheckDocomo
import CoatcheckWeb
import Foundation
import TestKit

@Suite("A mistake in the settings of a website is reported when it starts", .timeLimit(.minutes(1)))
struct MistakeTests {
  /// The settings of a website.
  struct Settings {
    var origin = "https://photos.example"
    var name = "work"
    var secret = "secret"
    var scopes: [Scope] = [.openID]
    var responseMode = ResponseMode.query
    var providers = 1
    var connection: String?
    var connectionSecret: String? = "secret"
    var prefix = "/auth"
    var cookies = WebSignInOptions.CookieSecurity.required

    func web() throws -> WebSignIn {
      let provider = WebProvider.discovered(
        name, at: "https://login.example", clientID: "photos", secret: Secret(secret)
      ) {
        $0.scopes = scopes
        $0.authorization.responseMode = responseMode
      }
      let transport = ScriptedTransport([])
      let connections = try connection.map { name in
        let client = Client(
          of: try .docomo(), id: "photos", secret: connectionSecret.map { Secret($0) },
          store: MemoryTokenStore(), transport: transport)
        return [WebConnection(name, client, scopes: [.photoGetContentsList])]
      }
      return try WebSignIn(
        origin: origin, providers: Array(repeating: provider, count: providers),
        store: MemoryWebSessions(),
        keys: WebKeys(try SealingKey(Array(repeating: 7, count: 32))), transport: transport
      ) {
        $0.prefix = prefix
        $0.cookies = cookies
        $0.connections = connections ?? []
      }
    }
  }

  struct Mistake: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let parameter: String
    let make: @Sendable (inout Settings) -> Void

    init(
      _ name: String, _ parameter: String, _ make: @escaping @Sendable (inout Settings) -> Void
    ) {
      testDescription = name
      self.parameter = parameter
      self.make = make
    }
  }

  private static let mistakes: [Mistake] = [
    Mistake("an origin with a path", "origin") { $0.origin = "https://photos.example/" },
    Mistake("an origin over http", "origin") { $0.origin = "http://photos.example" },
    Mistake("no provider", "providers") { $0.providers = 0 },
    Mistake("two providers of one name", "providers") { $0.providers = 2 },
    Mistake("a name that no path has", "name") { $0.name = "My Work" },
    Mistake("an empty secret", "secret") { $0.secret = "" },
    Mistake("no scope openid", "scopes") { $0.scopes = [.email] },
    Mistake("a callback in a fragment", "authorization") { $0.responseMode = .fragment },
    Mistake("a connection of a provider's name", "providers") { $0.connection = "work" },
    Mistake("a connection without the secret that its service wants", "client_secret") {
      $0.connection = "photos"
      $0.connectionSecret = nil
    },
    Mistake("a prefix that is no path", "prefix") { $0.prefix = "auth" },
    Mistake("cookies without protection at https", "cookies") { $0.cookies = .plainOnLoopback },
  ]

  @Test("before any request is sent, with the name of the setting", arguments: mistakes)
  func mistake(_ mistake: Mistake) throws {
    var settings = Settings()
    mistake.make(&settings)
    let error = try #require(throws: OAuthError.self) { try settings.web() }
    #expect(error.outcome == .misused && error.parameter == mistake.parameter, "\(error)")
    _ = try Settings(connection: "photos").web()
  }

  @Test(
    "the error of a key file has its path, and says what to do",
    arguments: [
      ("missing", nil, 0o600, "There is no key file"), ("open", 32, 0o644, "chmod 600"),
      ("short", 31, 0o600, "has 31 bytes"),
    ] as [(String, Int?, Int, String)])
  func keyFile(name: String, length: Int?, mode: Int, expected: String) throws {
    let folder = try Folder()
    let path = folder.path + "/\(name).key"
    if let length {
      let bytes = Data(repeating: 0x41, count: length)
      #expect(
        FileManager.default.createFile(
          atPath: path, contents: bytes, attributes: [.posixPermissions: mode]))
    }
    let error = try #require(throws: OAuthError.self) { try WebKeys(file: path) }
    #expect(error.outcome == .misused && error.parameter == "file", "\(error)")
    #expect(error.reason.contains(path) && error.reason.contains(expected), "\(error)")
    #expect(!error.reason.contains("AAAA"))
  }
}
