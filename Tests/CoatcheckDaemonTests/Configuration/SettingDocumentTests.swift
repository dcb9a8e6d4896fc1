// SPDX-License-Identifier: Apache-2.0
import TestKit

@testable import CoatcheckDaemon

@Suite("The documentation of the settings")
struct SettingDocumentTests {
  /// The text of the page for a default that depends on the machine, or is long.
  private static let defaults = ["connections": "by the machine", "registration": "off"]

  private static func row(_ setting: Setting) throws -> String {
    let value = ConfigurationListing.text(setting.show(try ServerConfiguration()))
    let cells = [
      "`\(setting.name)`", setting.flag == nil ? "" : "`\(setting.option)`",
      defaults[setting.name] ?? (value == "-" ? "" : "`\(value)`"), setting.kind, setting.meaning,
      setting.traits.contains(.live) ? "SIGHUP" : "start",
    ]
    return "| " + cells.joined(separator: " | ") + " |"
  }

  private static func table(_ settings: [Setting]) throws -> String {
    let head = [
      "| member | flag | unless given | value | what it decides | changes on |",
      "|---|---|---|---|---|---|",
    ]
    return try (head + settings.map(row)).joined(separator: "\n")
  }

  private static func page(_ name: String) throws -> String {
    try String(contentsOf: ForeignPython.root.appending(path: "docs/\(name).md"), encoding: .utf8)
  }

  @Test("shows valid configuration files", arguments: ["server", "operations"])
  func file(_ name: String) throws {
    let block = try #require(
      try Self.page(name).components(separatedBy: "```json\n").dropFirst().first)
    let sample = try ConfigurationSample()
    try sample.folder.write("seed.json", Array("{}".utf8))
    try sample.write(String(try #require(block.components(separatedBy: "```").first)))
    #expect(try sample.problems() == [])
  }

  @Test("has the rows of the table of settings")
  func rows() throws {
    let page = try Self.page("server")
    for settings in [Setting.program, Setting.listening, Setting.issuer, Setting.tenant] {
      let table = try Self.table(settings)
      #expect(page.contains(table), "docs/server.md should have:\n\(table)")
    }
  }
}
