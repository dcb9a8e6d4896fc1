// SPDX-License-Identifier: Apache-2.0

#if NIO
  /// A cache of HTTP clients for the most recently used hosts. Each host has clients of its own, since
  /// its certificate is checked by the rules for this host.
  ///
  /// Each client holds the trusted certificates of the system, about one megabyte, so their number is
  /// limited.
  struct HostClients {
    private static let most = 64

    private var clients: [String: (clients: HTTPClients, turn: UInt64)] = [:]
    private var turn: UInt64 = 0

    /// The cached clients of a host, or new ones. If the cache is full, the least recently used clients
    /// are removed.
    mutating func clients(for authority: String, _ make: () -> HTTPClients) -> HTTPClients {
      turn += 1
      if let known = clients[authority]?.clients {
        clients[authority]?.turn = turn
        return known
      }
      if clients.count >= Self.most,
        let oldest = clients.min(by: { $0.value.turn < $1.value.turn })?.key
      {
        clients[oldest] = nil
      }
      let made = make()
      clients[authority] = (made, turn)
      return made
    }
  }
#endif
