// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckCommand
import CoatcheckJOSE
import CoatcheckOAuth

/// The result of a request that asks a provider whether it still accepts the token of an account.
struct AccountCheck {
  /// `success`, or the exit status of the failure.
  let status: ExitStatus
  /// The output, in words.
  let sentence: String
  /// How many seconds the provider's clock is ahead of this machine's; nil if no response showed it.
  var clockOffset: Double?

  /// Asks the userinfo endpoint, with a token that is refreshed first if need be.
  ///
  /// - Throws: When the command is interrupted; every answer of the provider is a result.
  init(_ stored: StoredSession, in context: CommandContext) async throws {
    do {
      let hasUserInfo = stored.userInfoEndpoint != nil
      clockOffset = try await context.signedIn(stored) { session in
        if hasUserInfo {
          _ = try await session.userInfo()
        } else {
          _ = try await session.accessToken()
        }
        return session.clockOffset
      }
      status = .success
      sentence =
        hasUserInfo
        ? "the provider accepts the token" : "the provider has no userinfo endpoint to ask"
    } catch {
      let failure = CommandFailure(error)
      guard failure.status != .interrupted else { throw error }
      (status, sentence) = (failure.status, failure.message)
    }
  }

  /// What the user has to know about the clocks; nil if they agree as far as is known.
  var clockSentence: String? {
    guard let clockOffset, abs(clockOffset) >= 1 else { return nil }
    return "the provider's clock is \(TimeLeft.text(abs(clockOffset))) "
      + (clockOffset > 0 ? "ahead of" : "behind") + " this machine's"
  }

  /// The result as JSON.
  var json: JSONObject {
    var json: JSONObject = [
      "status": .string(status.name), "message": .string(UntrustedText.printable(sentence)),
    ]
    if let clockOffset, let number = JSONNumber(clockOffset) {
      json["clock_offset"] = .number(number)
    }
    return json
  }
}
