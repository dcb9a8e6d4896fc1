// SPDX-License-Identifier: Apache-2.0

import TestKit

/// The settings of the document's chapter about the Xcode project, which this package does not need.
@Suite("The project of an app")
struct SetupTests {
  private static let manifest = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("../../../../../Package.swift")

  @Test("has one package of iOS 18, and no linker flag, framework, bitcode or header setting")
  func package() throws {
    let text = try String(contentsOf: Self.manifest, encoding: .utf8)
    #expect(text.contains(".iOS(.v18)"))
    #expect(text.contains(#".library(name: "CoatcheckIDaaS""#))
    for setting in [
      "linkerSettings", "unsafeFlags", "binaryTarget", "headerSearchPath", "cSettings",
    ] {
      #expect(!text.contains(setting), "\(setting)")
    }
  }
}
