// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

extension Setting {
  /// All settings, in the order in which they are shown.
  static let table = program + listening + issuer + tenant

  /// Those that the member `settings` of a seed may set.
  static let seeded = table.filter { $0.traits.contains(.seeded) }

  /// The setting with a name.
  static func named(_ name: String) -> Setting? { table.first { $0.name.isExactly(name) } }
}
