// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import TestKit

@testable import CoatcheckToolNetwork

@Suite("The options of login")
struct SignInOptionsTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let words: [String]
    let kinds: Set<SignInKind>
    var testDescription: String { words.joined(separator: " ") }

    init(_ words: String..., for kinds: Set<SignInKind>) {
      self.words = words
      self.kinds = kinds
    }
  }

  static let rows = [
    Row("--client-id", "a", for: [.issuer, .docomo, .oclc, .nx, .idaas]),
    Row("--client-secret-file", "f", for: [.issuer, .docomo, .oclc, .nx]),
    Row("--client-authentication", "body", for: [.docomo, .nx]),
    Row("--scope", "a", for: [.issuer, .docomo, .oclc, .nx]),
    Row("--resource", "https://a.example", for: [.issuer]),
    Row("--redirect-uri", "a://b", for: [.issuer, .docomo, .oclc, .nx, .idaas]),
    Row("--base-url", "https://a.example", for: [.docomo, .kii, .oclc]),
    Row("--dpop", for: [.issuer]),
    Row("--app-id", "a", for: [.kii]),
    Row("--app-key-file", "f", for: [.kii]),
    Row("--site", "jp", for: [.kii]),
    Row("--token-file", "f", for: [.kii]),
    Row("--refresh-token-file", "f", for: [.kii]),
    Row("--token-expires-at", "1", for: [.kii]),
    Row("--lifetime", "1", for: [.kii]),
    Row("--username", "a", for: [.kii, .nx]),
    Row("--password-file", "f", for: [.kii, .nx]),
    Row("--client-credentials", for: [.oclc, .nx]),
    Row("--authenticating-institution", "1", for: [.oclc]),
    Row("--context-institution", "1", for: [.oclc]),
    Row("--configuration", "f", for: [.oclc]),
    Row("--endpoints", "oauth", for: [.oclc]),
    Row("--sign-requests", for: [.oclc]),
    Row("--authorization-endpoint", "https://a.example", for: [.nx]),
    Row("--token-endpoint", "https://a.example", for: [.nx]),
    Row("--revocation-endpoint", "https://a.example", for: [.nx]),
    Row("--subject-member", "id", for: [.nx]),
    Row("--token-type", "Bearer", for: [.nx]),
    Row("--domain", "https://a.example", for: [.idaas]),
    Row("--language", "en", for: [.idaas]),
    Row("--device", for: [.issuer]),
    Row("--paste", for: [.issuer, .docomo, .oclc, .nx, .idaas]),
    Row("--no-browser", for: [.issuer, .docomo, .oclc, .nx, .idaas]),
    Row("--port", "1", for: [.issuer, .docomo, .oclc, .nx, .idaas]),
  ]

  static let nx = """
    nx --authorization-endpoint https://a.example --token-endpoint https://a.example \
    --client-id a
    """

  /// The error of a command line; nil if it is valid.
  private static func mistake(_ words: [String]) -> String? {
    do {
      _ = try LoginCommand.parse(words)
      return nil
    } catch {
      return LoginCommand.message(for: error)
    }
  }

  private static func argument(_ kind: SignInKind) -> String {
    kind == .issuer ? "https://op.example" : kind.rawValue
  }

  @Test("each is refused for another kind of sign-in, with the kinds that have it", arguments: rows)
  func belonging(_ row: Row) {
    for kind in SignInKind.allCases {
      let mistake = Self.mistake([Self.argument(kind)] + row.words)
      let isStrange = mistake?.hasPrefix("\(row.words[0]) is for ") == true
      #expect(isStrange == !row.kinds.contains(kind), "\(kind): \(mistake ?? "nothing")")
    }
  }

  @Test("the table has every option of login")
  func complete() {
    let help = LoginCommand.helpMessage(columns: 400)
    let known = Set(Self.rows.map(\.words[0]))
    let common: Set = ["--name", "--no-interactive", "--timeout", "--json", "--version"]
    let all = help.split(separator: "\n").filter { $0.hasPrefix("  --") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(Set(all).subtracting(common) == known)
  }

  @Test(
    "contradicting and missing options are refused before anything is read",
    arguments: [
      ("dokomo --client-id a", "“dokomo” is neither"),
      ("kii --app-id a --app-key-file f", "kii requires either --username or --token-file"),
      (
        "kii --app-id a --app-key-file f --username a --token-file f",
        "kii requires either --username or --token-file"
      ),
      (
        "kii --app-id a --app-key-file f --username a --site jp --base-url https://a.example",
        "--site and --base-url exclude"
      ),
      (
        "kii --app-id a --app-key-file - --username a --password-file -",
        "standard input can hold one secret only"
      ),
      (
        "kii --app-id a --app-key-file f --token-file f --refresh-token-file f",
        "--refresh-token-file needs"
      ),
      (
        "kii --app-id a --app-key-file f --token-file f --token-expires-at soon",
        "--token-expires-at takes"
      ),
      ("kii --app-id a --app-key-file f --username a --lifetime=-1", "--lifetime is not negative"),
      (
        "docomo --client-id a --client-secret-file f --scope a --redirect-uri a://b",
        "--redirect-uri needs --paste"
      ),
      ("docomo --client-id  --client-secret-file f", "--client-id is empty"),
      ("oclc --client-id a --scope a --sign-requests", "--client-credentials and"),
      ("oclc --configuration f --client-id a", "with --configuration"),
      ("\(nx) --client-credentials", "--client-credentials needs --client-secret-file"),
      ("\(nx) --password-file f", "--password-file needs --username"),
    ])
  func together(_ line: String, _ start: String) throws {
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let mistake = try #require(Self.mistake(words))
    #expect(mistake.hasPrefix(start), "\(mistake)")
  }

  @Test(
    "the advice for an account of another program has the name of its provider",
    arguments: [
      ("kii", "coatcheck login kii --app-id app --name main and what else kii needs"),
      ("docomo", "coatcheck login docomo --client-id app --name main and what else docomo needs"),
      ("google", "coatcheck login https://op.example --client-id app --name main"),
      (nil, "coatcheck login https://op.example --client-id app --name main"),
    ] as [(String?, String)])
  func foreign(_ provider: String?, _ command: String) throws {
    var metadata = ServerMetadata(issuer: try Issuer("https://op.example"))
    metadata.tokenEndpoint = try Endpoint("https://op.example/token")
    var session = try StoredSession(
      account: AccountID(issuer: "https://op.example", clientID: "app", subject: "a"),
      name: "main",
      grant: TokenGrant(
        accessToken: Secret("a"), expiry: .unknown, receivedAt: Date(timeIntervalSince1970: 0)),
      metadata: metadata)
    session.provider = provider
    #expect(session.signInCommand == command)
  }

  @Test("the stored arguments have absolute paths and no secret")
  func words() throws {
    let command = try LoginCommand.parse([
      "kii", "--app-id", "a", "--app-key-file", "key", "--username", "o'neill",
      "--password-file", "/p",
    ])
    let words = KiiSignIn(
      client: command.client, credentials: command.credentials, options: command.kii
    ).words
    let folder = FileManager.default.currentDirectoryPath
    #expect(
      words == [
        "kii", "--app-id", "a", "--app-key-file", folder + "/key", "--username", "o'neill",
        "--password-file", "/p",
      ])
    #expect(
      SignInCommand.text(["kii", "--username", "o'neill"], name: "a b")
        == #"coatcheck login kii --username 'o'\''neill' --name 'a b'"#)
  }
}
