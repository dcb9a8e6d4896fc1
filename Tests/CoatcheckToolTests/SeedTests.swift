// SPDX-License-Identifier: Apache-2.0
import TestKit

@testable import CoatcheckDaemon

@Suite("The seed of coatcheckd", .timeLimit(.minutes(10)))
struct SeedTests {
  private static func page() throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: "docs/server.md"), encoding: .utf8)
  }

  /// The seeds in the document, with the heading above each.
  static let documented: [(place: String, text: String)] = {
    var place = ""
    var found: [(String, String)] = []
    for part in ((try? page()) ?? "").components(separatedBy: "```") {
      if part.hasPrefix("json\n"), !["Configuration", "A tenant", "A gateway"].contains(place) {
        found.append((place, "\(part.dropFirst(5))"))
      }
      let headings = part.split(separator: "\n").filter {
        $0.hasPrefix("## ") || $0.hasPrefix("### ")
      }
      if let last = headings.last { place = last.drop { $0 == "#" || $0 == " " }.description }
    }
    return found
  }()

  private static func serve(_ seed: [UInt8], in folder: Folder) throws -> ChildProcess {
    try folder.write("seed.json", seed)
    return try ChildProcess(
      Programs.path("coatcheckd"),
      [
        "serve", "--port", "0", "--database", folder.path + "/d.sqlite", "--seed",
        folder.path + "/seed.json",
      ])
  }

  private static func metadata(_ daemon: ChildProcess) async throws -> ServerMetadata {
    try await Provider.discover(daemon.daemonOrigin()).metadata
  }

  @Test("is accepted as the document shows it, and again on the next start")
  func documents() async throws {
    #expect(Self.documented.map(\.place) == ["The seed", "Clients", "Registration"])
    for (place, text) in Self.documented {
      let folder = try Folder()
      for _ in 0..<2 {
        let daemon = try Self.serve(Array(text.utf8), in: folder)
        defer { daemon.stop() }
        let metadata = try await Self.metadata(daemon)
        #expect((metadata.registrationEndpoint != nil) == (place == "Registration"))
      }
    }
  }

  @Test("that is invalid ends the program before it listens, with the file and the path")
  func unusable() async throws {
    let folder = try Folder()
    let seed = #"{"clients": [{"id": "app", "boundTokens": true}]}"#
    let (output, status) = try await Self.serve(Array(seed.utf8), in: folder).end()
    #expect(status == 1)
    #expect(output.contains("seed.json:1: clients[0].boundTokens: must be a text"), "\(output)")
  }

  @Test("is documented with every member")
  func members() throws {
    let page = try Self.page()
    let known =
      SeedUser.members + SeedClient.members + SeedSettings.members + RegistrationPolicy.members
    for member in known { #expect(page.contains("`\(member)`"), "\(member)") }
  }

  @Test("is documented with every option of the program")
  func options() async throws {
    let page = try Self.page()
    let (help, status) = try await ChildProcess(
      Programs.path("coatcheckd"), ["serve", "--help"]
    ).end()
    #expect(status == 0)
    let options = help.split { $0 == " " || $0 == "\n" }.filter { $0.hasPrefix("--") }
    #expect(options.count > 10)
    for option in Set(options) where option != "--help" && option != "--version" {
      #expect(page.contains("`\(option)"), "\(option)")
    }
  }
}
