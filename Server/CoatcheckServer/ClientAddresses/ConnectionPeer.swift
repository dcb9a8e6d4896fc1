// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// What the beginning of one connection says about its other end.
final class ConnectionPeer: Sendable {
  /// That of the connection whose requests this task answers; nil where connections have no such beginning.
  @TaskLocal static var current: ConnectionPeer?

  private let address = Mutex<IPAddress?>(nil)

  /// The address that the header of the PROXY protocol named; nil without one.
  var named: IPAddress? { address.withLock { $0 } }

  func name(_ address: IPAddress) { self.address.withLock { $0 = address } }
}
