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

/// Listening sockets on this machine that serve a browser until it has delivered the callback.
///
/// One thread polls the sockets and their connections, and ends after the callback or when ``close()``
/// is called.
final class LoopbackListener: Sendable {
  /// The state of the listener, with the sockets that it owns.
  private enum State {
    case listening([OpenSocket])
    case serving(wake: OpenSocket)
    case closed
  }

  /// The port it listens on.
  let port: UInt16
  private let environment: RuntimeEnvironment
  private let state: Mutex<State>

  /// Listens on one of the ports of 127.0.0.1; 0 is any free one.
  ///
  /// RFC 8252 §8.3: "loopback interface listeners […] SHOULD only bind to the loopback interface".
  ///
  /// - Throws: `connectionFailed` when none of the ports is free.
  init(ports: [UInt16], environment: RuntimeEnvironment) throws(OAuthError) {
    self.environment = environment
    for port in ports {
      guard let (socket, bound) = try? OpenSocket.listening(at: .v4, port: port) else { continue }
      self.port = bound
      state = Mutex(.listening([socket]))
      return
    }
    throw .unreachable(
      .connectionFailed, "No port of 127.0.0.1 that may be used for the sign-in is free.")
  }

  /// Listens where a redirect URI leads to.
  ///
  /// - Throws: `connectionFailed` when its port is not free.
  init(at redirect: LoopbackRedirect, environment: RuntimeEnvironment) throws(OAuthError) {
    self.environment = environment
    port = redirect.port
    var sockets: [OpenSocket] = []
    for address in redirect.addresses {
      do throws(OpenSocket.ListeningFailure) {
        sockets.append(try OpenSocket.listening(at: address, port: redirect.port).0)
      } catch {
        // Without IPv6, localhost has one address.
        if case .noAddress = error { continue }
        sockets = []
        break
      }
    }
    guard !sockets.isEmpty else {
      throw .unreachable(
        .connectionFailed,
        "The port \(redirect.port) of this machine, to which the redirect URI leads, is not free.")
    }
    state = Mutex(.listening(sockets))
  }

  deinit { close() }

  /// Responds to requests until `respond` returns a response that is the last one.
  ///
  /// - Parameter respond: The response to a request, or nil for a request that cannot be read.
  /// - Returns: The target of the last request.
  /// - Throws: `cancelled` when the task is cancelled or the listener closed.
  func target(
    respondingBy respond: @escaping @Sendable (LoopbackRequest?) -> LoopbackResponse
  ) async throws(OAuthError) -> String {
    let target = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<String?, Never>) in
        guard let (sockets, wake) = beginServing() else {
          return continuation.resume(returning: nil)
        }
        let environment = environment
        DispatchQueue(label: "coatcheck.loopback").async {
          var server = LoopbackServer(
            listeners: sockets, wake: wake, uptime: environment.uptime, respond: respond)
          let target = server.run()
          sockets.forEach { $0.close() }
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

  private func beginServing() -> (listeners: [OpenSocket], wake: OpenSocket)? {
    state.withLock { state in
      guard case .listening(let sockets) = state, let (ours, theirs) = OpenSocket.pair() else {
        return nil
      }
      state = .serving(wake: ours)
      return (sockets, theirs)
    }
  }
}
