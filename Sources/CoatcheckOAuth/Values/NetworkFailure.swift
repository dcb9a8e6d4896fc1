// SPDX-License-Identifier: Apache-2.0

/// Why there is no response from a peer, as the system reports it.
///
/// ``OAuthError/code`` says how a program handles the error; this value says what to tell the user.
public enum NetworkFailure: String, Sendable, Hashable, CaseIterable {
  /// The name of the peer has no address, or it cannot be looked up now.
  case hostUnknown = "host_unknown"
  /// This machine has no network, or no route to the peer.
  case offline
  /// The peer does not accept connections.
  case connectionRefused = "connection_refused"
  /// The connection was established, and was closed before the response.
  case connectionLost = "connection_lost"
  /// The connection cannot be protected by TLS. A certificate that is not trusted has a code of its own,
  /// ``OAuthError/Code/certificateMismatch``.
  case handshakeFailed = "handshake_failed"
}

extension OAuthError {
  /// The same error with the cause of a failed connection.
  ///
  /// - Parameter failure: The cause; nil when it is unknown.
  package func caused(by failure: NetworkFailure?) -> OAuthError {
    var error = self
    error.networkFailure = failure
    return error
  }
}
