// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// The address of a client that the PROXY protocol header of a connection names.
final class ConnectionPeer: Sendable {
  /// That of the connection that this task serves; nil without the PROXY protocol.
  @TaskLocal static var current: ConnectionPeer?

  private let address = Mutex<IPAddress?>(nil)

  /// The address in the header; nil when the header names none.
  var named: IPAddress? { address.withLock { $0 } }

  func name(_ address: IPAddress) { self.address.withLock { $0 = address } }
}
