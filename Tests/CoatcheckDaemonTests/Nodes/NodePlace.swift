// SPDX-License-Identifier: Apache-2.0
import TestKit

/// Where one of several servers runs, and how it is started.
struct NodePlace: Sendable {
  /// The connection string.
  var database: String
  /// Where it runs; nil for this machine's own network.
  var network: OwnNetwork?
  /// Options besides the database's.
  var options: [String] = []

  /// The same with the options that all servers share.
  func sharing(_ keyFile: String) -> NodePlace {
    var place = self
    place.options += [
      "--issuer", "https://login.example", "--no-proxy", "--database", database, "--key-file",
      keyFile,
    ]
    if let network { place.options += ["--host", network.serverAddress] }
    return place
  }

  /// The origin and the transport with which clients reach it.
  func road(to daemon: Daemon) -> (origin: String, transport: any HTTPTransport) {
    guard let network else { return (daemon.origin, PatientTransport()) }
    return (
      "https://login.example",
      AddressedTransport(
        from: network.clientAddress, to: daemon.port, at: network.serverAddress)
    )
  }
}
