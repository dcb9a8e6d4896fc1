// SPDX-License-Identifier: Apache-2.0

/// The issuer's settings in a seed file: those rows of ``Setting/table`` that a seed may set.
///
/// A configuration file, the environment and the command line have precedence over a seed.
struct SeedSettings: Sendable {
  /// The members it reads.
  static var members: [String] { Setting.seeded.map(\.name) }

  /// The value of each setting that the seed names, and its line.
  private(set) var changes: [(name: String, line: Int?, change: Setting.Change)] = []

  init() {}

  init(reading reader: SeedReader) throws {
    try reader.allow(Self.members)
    for setting in Setting.seeded {
      guard let change = try setting.read(reader) else { continue }
      changes.append((setting.name, reader.line(of: setting.name), change))
    }
  }
}
