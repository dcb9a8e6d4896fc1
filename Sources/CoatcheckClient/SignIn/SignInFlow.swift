// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// A way to sign a user in: the code flow, a code for another device, a password, a provider's own.
///
/// ```swift
/// let session = try await client.signIn(using: .device, scopes: [.openID])
/// let alice = try await client.signIn(using: .password(username: "alice", password: typed))
/// ```
public protocol SignInFlow: Sendable {
  /// Whether the user is asked. The client then returns a stored session of the same scopes first,
  /// and only one program at a time asks. False unless the flow says otherwise.
  var asksUser: Bool { get }

  /// Gets the tokens, and finds out whose they are.
  ///
  /// - Parameters:
  ///   - context: The client, and the request.
  ///   - name: The name of the session; without it, the user's subject.
  /// - Returns: The session, not stored yet.
  func session(
    in context: SignInContext, storedAs name: String?
  ) async throws(OAuthError) -> StoredSession
}

extension SignInFlow {
  /// False.
  public var asksUser: Bool { false }
}
