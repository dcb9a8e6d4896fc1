// SPDX-License-Identifier: Apache-2.0

/// Who administers.
package enum AdministrationActor: Sendable, Equatable {
  /// A user of this machine, by the other end of the Unix socket, or who runs the command.
  case uid(UInt32)
  /// A client with a token of its own.
  case client(String)
  /// A user, at a client.
  case user(String, client: String)

  /// As it stands in the audit log.
  package var text: String {
    switch self {
    case .uid(let uid): "uid \(uid)"
    case .client(let id): "client \(id)"
    case .user(let id, let client): "user \(id) at \(client)"
    }
  }
}
