// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand

/// What `coatcheck setup` changes for another program.
enum SetupChange: Equatable, Sendable {
  case file(FileChange)
  case link(LinkChange)

  /// The change as text for the user.
  var shown: [String] {
    switch self {
    case .file(let change): change.shown
    case .link(let link): ["\(link.path) (new)", "+ a link to \(link.target)"]
    }
  }

  /// Carries out the change.
  func make() throws(CommandFailure) {
    switch self {
    case .file(let change): try change.make()
    case .link(let link): try link.make()
    }
  }
}
