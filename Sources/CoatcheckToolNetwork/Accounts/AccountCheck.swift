// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckCommand
import CoatcheckJOSE
import CoatcheckOAuth

/// What a provider answered to the question whether it still accepts an account.
struct AccountCheck {
  /// Success, or what the failure means.
  let status: ExitStatus
  /// The answer, in words.
  let sentence: String

  /// Asks the userinfo endpoint, with a token that is refreshed first if need be.
  ///
  /// - Throws: when the command is interrupted; every answer of the provider is a result.
  init(_ stored: StoredSession, in context: CommandContext) async throws {
    do {
      if stored.userInfoEndpoint == nil {
        _ = try await context.signedIn(stored) { try await $0.accessToken() }
        (status, sentence) = (.success, "the provider has no userinfo endpoint to ask")
      } else {
        _ = try await context.signedIn(stored) { try await $0.userInfo() }
        (status, sentence) = (.success, "the provider accepts the token")
      }
    } catch {
      let failure = CommandFailure(error)
      guard failure.status != .interrupted else { throw error }
      (status, sentence) = (failure.status, failure.message)
    }
  }

  /// The same for a program.
  var json: JSONObject {
    ["status": .string(status.name), "message": .string(UntrustedText.printable(sentence))]
  }
}
