// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// A way to sign a user in: the authorization code flow, the device authorization grant, a password, a
/// provider's own.
///
/// ```swift
/// let session = try await client.signIn(using: .device, scopes: [.openID])
/// let alice = try await client.signIn(using: .password(username: "alice", password: typed))
/// ```
public protocol SignInFlow: Sendable {
  /// Whether the user is asked. If so, the client first returns a stored session with the same scopes,
  /// and only one program at a time asks. False by default.
  var asksUser: Bool { get }

  /// Gets the tokens, and determines whose they are.
  ///
  /// - Parameters:
  ///   - context: The client, its provider and the request.
  ///   - name: The name of the session; without it, the user's subject.
  /// - Returns: The session, not stored yet.
  /// - Throws: `refused` when the authorization server refuses or the user denies; `unreadable` when a
  ///   response is invalid; `userCancelled`, `timedOut` or `cancelled` when the user was asked without
  ///   success; `misused` when the flow cannot be used with this client; what the transport throws.
  ///   There is no session then.
  func session(
    in context: SignInContext, storedAs name: String?
  ) async throws(OAuthError) -> StoredSession
}

extension SignInFlow {
  /// False: the flow needs no user.
  public var asksUser: Bool { false }
}
