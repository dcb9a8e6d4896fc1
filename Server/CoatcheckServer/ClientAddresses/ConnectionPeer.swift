// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// The peer of a connection: the address of the connection, or the one in its PROXY protocol header.
///
/// Its texts are made once for all requests of the connection.
final class ConnectionPeer: Sendable {
  private struct Name {
    let address: IPAddress?
    let source: SourceAddress

    init(_ address: IPAddress?) {
      self.address = address
      source = SourceAddress(address?.description)
    }
  }

  private let name: Mutex<Name>

  /// - Parameter address: The address of the connection; nil for a connection without addresses.
  init(_ address: IPAddress?) { name = Mutex(Name(address)) }

  var address: IPAddress? { name.withLock { $0.address } }
  /// The address as the source of requests without trusted header fields.
  var source: SourceAddress { name.withLock { $0.source } }

  /// Takes the address in the PROXY protocol header instead.
  func name(_ address: IPAddress) { name.withLock { $0 = Name(address) } }
}
