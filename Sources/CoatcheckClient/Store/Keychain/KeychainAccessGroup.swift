// SPDX-License-Identifier: Apache-2.0

/// Which programs share the items in a keychain.
public enum KeychainAccessGroup: Sendable, Hashable {
  /// The program's default group, which the keychain chooses. A program that belongs to several groups
  /// finds the items of all of them, so it should name one.
  case standard
  /// The group with this name, of this program alone: `TEAM.bundle-identifier`.
  case own(String)
  /// The group with this name, of several programs, such as an app and its extensions.
  case shared(String)

  /// The group's name, if it has to be given.
  var name: String? {
    switch self {
    case .standard: nil
    case .own(let name), .shared(let name): name
    }
  }
}
