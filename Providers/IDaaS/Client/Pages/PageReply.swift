// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth

/// What a browser brings back from the service's pages.
enum PageReply: Sendable {
  /// What the result is got for.
  case ticket(Secret)
  /// The user used the app's own button on the page.
  case event(String)

  /// Reads the address that the browser was sent to.
  ///
  /// - Parameters:
  ///   - address: The whole address.
  ///   - redirectURI: Where the response was to arrive.
  ///   - state: What was sent along.
  /// - Throws: `callbackMalformed` or `stateMismatch` when it is not the response to this question; `accessDenied`
  ///   with 102 when the user denied access at Weibo; `userCancelled` with 104 when they went back on the page for
  ///   binding or registering; `transactionExpired`; `refused` with 103 when Weibo failed.
  init(_ address: String, to redirectURI: String, state: Secret) throws(OAuthError) {
    let place = redirectURI.prefix { $0 != "?" && $0 != "#" }
    guard address.prefix(while: { $0 != "?" && $0 != "#" }).isExactly(place) else {
      throw .unreadable(.callbackMalformed, "The answer came to another address.")
    }
    let query = address.drop { $0 != "?" }.dropFirst().prefix { $0 != "#" }
    let answer: Parameters
    do throws(OAuthError) {
      answer = try Parameters(decoding: query)
    } catch {
      throw .unreadable(.callbackMalformed, "The response cannot be read.")
    }
    // One response to this request, and no other.
    guard let received = answer["state"], Secret(received).matches(state) else {
      throw .unreadable(
        .stateMismatch, "The answer belongs to another sign-in.", parameter: "state")
    }
    if let error = answer["error"] { throw Self.error(error, answer) }
    if let ticket = answer["ticket"], ticket.isVisibleASCII {
      self = .ticket(Secret(ticket))
    } else if let event = answer["event"] {
      self = .event(event)
    } else {
      throw .unreadable(.callbackMalformed, "The answer holds neither a ticket nor an error.")
    }
  }

  private static func error(_ error: String, _ answer: Parameters) -> OAuthError {
    // The service's own codes go before words that say less.
    if let code = answer["error_code"], code.hasPrefix("IDAAS.") {
      return OAuthError(
        outcome: .refused, code: .init(rawValue: error), reason: "The identity service refused.",
        peer: .init(code: code))
    }
    switch error {
    case "access_denied":
      guard answer["code"] == OAuthError.wentBack else {
        return OAuthError(
          outcome: .refused, code: .accessDenied,
          reason: "The user denied access at Weibo.",
          peer: .init(code: OAuthError.cancelledAtWeibo))
      }
      return OAuthError(
        outcome: .unreachable, code: .userCancelled,
        reason: "The user went back before a phone number was proved.",
        peer: .init(code: OAuthError.wentBack))
    case "temporarily_unavailable":
      return OAuthError(
        outcome: .unreachable, code: .temporarilyUnavailable, reason: "Weibo is unavailable.",
        peer: .init(code: OAuthError.failedAtWeibo))
    case "expired":
      return .refused(.transactionExpired, "The sign-in waited for too long; begin again.")
    default: return .weiboFailed("Weibo's sign-in failed.", because: error)
    }
  }
}

/// A question to the user in a browser: where the response arrives, and how it is known.
struct HostedPageRequest: Sendable {
  let redirectURI: String
  let state: Secret
  let proof: PKCE

  init(redirectURI: String, environment: RuntimeEnvironment) {
    self.redirectURI = redirectURI
    state = Secret(environment.token())
    proof = PKCE(environment: environment)
  }
}
