// SPDX-License-Identifier: Apache-2.0

#if NIO
  /// The clients of the most recent hosts: each judges certificates by the host it is for.
  ///
  /// Each of them holds what the system trusts, about a megabyte; so there are only so many.
  struct HostClients {
    private static let most = 64

    private var clients: [String: (clients: HTTPClients, turn: UInt64)] = [:]
    private var turn: UInt64 = 0

    /// The clients of a host; in place of those that were not used for the longest time, if there
    /// are too many.
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
