// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// The permission to prompt the user for a face, a finger or the passcode.
///
/// Without it no prompt appears: a refresh in the background must not show one.
///
/// ```swift
/// let token = try await UserPresence.prompting("Unlock your account") { try await session.accessToken() }
/// ```
public struct UserPresence: Sendable {
  @TaskLocal static var current: UserPresence?

  /// The sentence that the prompt shows.
  let reason: String
  /// How long the user may take.
  let patience: Duration

  /// Runs `body`, in which a store may prompt the user.
  ///
  /// - Parameters:
  ///   - reason: The sentence that the prompt shows: why the app asks, and without a period.
  ///   - patience: How long the user may take for one prompt; two minutes unless given.
  ///   - isolation: The actor that `body` runs on: the caller's.
  ///   - body: What needs the user. Tasks that it starts with `Task { … }` may prompt as well.
  /// - Throws: What the body throws.
  public static func prompting<Value>(
    _ reason: String, patience: Duration = .seconds(120),
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
  ) async rethrows -> Value {
    try await $current.withValue(
      UserPresence(reason: reason, patience: patience), operation: body, isolation: isolation)
  }
}

extension Session {
  /// Replaces the tokens now, and prompts the user for a face, a finger or the passcode if the refresh
  /// token is behind one. Call it while the app is in front.
  ///
  /// - Parameters:
  ///   - reason: The sentence that the prompt shows: why the app asks, and without a period.
  ///   - patience: How long the user may take for the prompt; two minutes unless given.
  /// - Throws: As ``refresh()``; `userCancelled` when the user closes the prompt, `interactionRequired`
  ///   when the user is not recognized, and `timedOut` when the user does not answer in time: the session
  ///   is as it was.
  public func refresh(
    prompting reason: String, patience: Duration = .seconds(120)
  ) async throws(OAuthError) {
    do {
      try await UserPresence.prompting(reason, patience: patience) { try await self.refresh() }
    } catch {
      throw OAuthError.known(error) ?? .store("\(error)")
    }
  }
}
