// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import Foundation

/// Runs the first snippet of a guide, as it is printed there: `FirstSnippets GUIDE`.
///
/// It defines only the names that a reader has to fill in. The snippet runs in the network of
/// `Tests/ReadmeTests/World/world.py`.
@main
struct FirstSnippets {
  static func main() async {
    let guides: [String: () async throws -> String] = [
      "readme": readme, "docomo": docomo, "kii": kii, "nx": nx, "weibo": weibo,
      "idaas": idaas,
    ]
    guard let guide = CommandLine.arguments.dropFirst().first.flatMap({ guides[$0] }) else {
      FileHandle.standardError.write(Data("usage: FirstSnippets GUIDE\n".utf8))
      exit(64)
    }
    do {
      print("signed in: \(try await guide())")
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }
}
