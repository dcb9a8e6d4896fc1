// SPDX-License-Identifier: Apache-2.0
public import Foundation
import Testing

/// The code that a page of the documentation prints, and the code of a test that runs it.
public struct PrintedCode {
  /// The lines of each block of Swift on the page, without the space around them.
  public let printed: [[String]]
  /// The lines between the first two comments in the source that name the page.
  public let run: [String]

  /// Reads both.
  ///
  /// - Parameters:
  ///   - page: The path of the page, from the root of the package.
  ///   - source: The source file with the code between two lines `// PAGE`.
  public init(of page: String, ranIn source: URL) throws {
    var root = source.deletingLastPathComponent()
    // An example may be a package of its own, without the page.
    while ![page, "Package.swift"].allSatisfy({
      FileManager.default.fileExists(atPath: root.appending(path: $0).path)
    }), root.path != "/" {
      root.deleteLastPathComponent()
    }
    let text = try String(contentsOf: root.appending(path: page), encoding: .utf8)
    let code = try String(contentsOf: source, encoding: .utf8)
    printed = text.components(separatedBy: "```swift\n").dropFirst().map { block in
      Self.lines(block.components(separatedBy: "```")[0])
    }
    let parts = Self.lines(code).split(separator: "// \(page)", omittingEmptySubsequences: false)
    run = Array(try #require(parts.dropFirst().first))
  }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }
}
