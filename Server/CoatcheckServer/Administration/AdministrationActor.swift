// SPDX-License-Identifier: Apache-2.0

/// The authorized sender of an administration request.
package enum AdministrationActor: Sendable, Equatable {
  /// A user of the machine: the peer of the Unix socket, or the user that runs the command.
  case uid(UInt32)
  /// A client with a token of the client credentials grant.
  case client(String)
  /// A user who signed in at a client.
  case user(String, client: String)

  /// The actor in the audit log.
  package var text: String {
    switch self {
    case .uid(let uid): "uid \(uid)"
    case .client(let id): "client \(id)"
    case .user(let id, let client): "user \(id) at \(client)"
    }
  }
}
