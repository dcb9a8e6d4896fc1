// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
import Dispatch
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A listening socket on 127.0.0.1 that answers a browser until it has got what it waits for.
///
/// One thread polls it and its connections, and ends when the answer has come or ``close()`` is
/// called.
final class LoopbackListener: Sendable {
  /// What is left of the listener at any time.
  private enum State {
    case listening(OpenSocket)
    case serving(wake: OpenSocket)
    case closed
  }

  /// The port it listens on.
  let port: UInt16
  private let environment: RuntimeEnvironment
  private let state: Mutex<State>

  /// Listens on one of the ports; 0 is any free one.
  ///
  /// RFC 8252 §8.3: "loopback interface listeners […] SHOULD only bind to the loopback interface".
  ///
  /// - Throws: `connectionFailed` when none of the ports is free.
  init(ports: [UInt16], environment: RuntimeEnvironment) throws(OAuthError) {
    self.environment = environment
    for port in ports {
      guard let (socket, bound) = OpenSocket.listening(on: port) else { continue }
      self.port = bound
      state = Mutex(.listening(socket))
      return
    }
    throw .unreachable(
      .connectionFailed, "No port of 127.0.0.1 that may be used for the sign-in is free.")
  }

  deinit { close() }

  /// Answers requests until `respond` says that one of them was the last.
  ///
  /// - Parameter respond: The response to a request, or nil for a request that cannot be read.
  /// - Returns: The target of the last request.
  /// - Throws: `cancelled` when the task is cancelled or the listener closed.
  func target(
    respondingBy respond: @escaping @Sendable (LoopbackRequest?) -> LoopbackResponse
  ) async throws(OAuthError) -> String {
    let target = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<String?, Never>) in
        guard let (socket, wake) = beginServing() else {
          return continuation.resume(returning: nil)
        }
        let environment = environment
        DispatchQueue(label: "coatcheck.loopback").async {
          var server = LoopbackServer(
            listener: socket, wake: wake, uptime: environment.uptime, respond: respond)
          let target = server.run()
          socket.close()
          continuation.resume(returning: target)
          server.finish()
        }
      }
    } onCancel: {
      close()
    }
    guard let target else { throw .programCancelled }
    return target
  }

  /// Stops listening.
  func close() {
    // Closing our end of the pair wakes the polling thread, which closes the rest.
    state.withLock { $0 = .closed }
  }

  private func beginServing() -> (listener: OpenSocket, wake: OpenSocket)? {
    state.withLock { state in
      guard case .listening(let socket) = state, let (ours, theirs) = OpenSocket.pair() else {
        return nil
      }
      state = .serving(wake: ours)
      return (socket, theirs)
    }
  }
}
