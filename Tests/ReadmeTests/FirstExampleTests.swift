// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport

/// User agent, store, transport and clock are the defaults, as for a reader who copies the code.
@Suite("The first example", .serialized)
struct FirstExampleTests {
  /// A guide, and the end of its example's output.
  struct Guide: Sendable, CustomTestStringConvertible {
    let path: String
    let name: String
    let end: String
    var testDescription: String { path }
  }

  static let guides = [
    Guide(path: "README.md", name: "Readme", end: "\"sub\""),
    Guide(path: "Providers/Docomo/README.md", name: "Docomo", end: "1 pictures"),
    Guide(path: "Providers/Kii/README.md", name: "Kii", end: ", 200, "),
    Guide(path: "Providers/NXOAuth2Client/README.md", name: "NX", end: "main"),
    Guide(path: "Providers/Weibo/README.md", name: "Weibo", end: "1404376560"),
    Guide(path: "Providers/IDaaS/README.md", name: "IDaaS", end: "alice"),
  ]

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static let ownNetwork = ["unshare", "--user", "--map-root-user", "--net", "--mount"]

  /// Whether a browser is installed, and a network namespace can be created.
  private static let isPossible: Bool = {
    guard
      ["/usr/bin/chromium", "/usr/bin/chromedriver", "/usr/bin/unshare"]
        .allSatisfy(FileManager.default.isExecutableFile)
    else { return false }
    return (try? ChildProcess.run(Self.ownNetwork + ["true"]))?.status == 0
  }()

  @Test(
    "signs a user in with only $BROWSER set", .enabled(if: isPossible),
    .timeLimit(.minutes(5)), arguments: guides)
  func runs(_ guide: Guide) async throws {
    let world = Self.root.appending(path: "Tests/ReadmeTests/World/world.py").path
    let programs = URL(filePath: BuiltProgram.path("FirstSnippets")).deletingLastPathComponent()
    let (output, status) = try await ChildProcess(
      "/usr/bin/env",
      Self.ownNetwork + ["python3", world, guide.name.lowercased(), programs.path]
    ).end()
    #expect(status == 0, "\(output)")
    let last = output.split(separator: "\n").first { $0.hasPrefix("signed in: ") }
    #expect(last?.contains(guide.end) == true, "\(output)")
  }

  @Test("is printed in the guide as it runs here", arguments: guides)
  func isThisCode(_ guide: Guide) throws {
    let file = "Tests/FirstSnippets/FirstSnippets+\(guide.name).swift"
    let code = try PrintedCode(of: guide.path, ranIn: Self.root.appending(path: file))
    #expect(code.printed.first == code.run)
  }
}
