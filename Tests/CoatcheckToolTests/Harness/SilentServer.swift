// SPDX-License-Identifier: Apache-2.0
import TestKit

/// A server on loopback that takes requests and never responds.
final class SilentServer: Sendable {
  private struct State {
    var opened = 0
    var closed = 0
  }

  let port: Int
  private let listener: LoopbackListener
  private let state = Mutex(State())

  init() throws {
    listener = try LoopbackListener()
    port = listener.port
    listener.serve { [weak self] connection in
      guard let self else { return false }
      state.withLock { $0.opened += 1 }
      Thread.detachNewThread {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while recv(connection, &buffer, buffer.count, 0) > 0 {}
        close(connection)
        self.state.withLock { $0.closed += 1 }
      }
      return true
    }
  }

  /// How many connections there were.
  var opened: Int { state.withLock { $0.opened } }

  /// How many of them the other end has closed.
  var closed: Int { state.withLock { $0.closed } }
}
