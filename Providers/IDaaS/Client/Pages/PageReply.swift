// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckFoundation
import CoatcheckOAuth

/// What a browser brings back from the service's pages.
enum PageReply: Sendable {
  /// The ticket, which is redeemed for the result.
  case ticket(Secret)
  /// The user used the app's own button on the page; the ticket is for the login that still waits.
  case event(String, Secret?)

  /// Reads the address that the browser was sent to.
  ///
  /// - Parameters:
  ///   - address: The whole address.
  ///   - redirectURI: The redirect URI of the request.
  ///   - state: The state of the request.
  /// - Throws: `callbackMalformed` or `stateMismatch` when it is not the response to this request;
  ///   `accessDenied` with 102 when the user denied access at Weibo; `userCancelled` with 104 when they
  ///   went back on the page for binding or registering; `transactionExpired`; `refused` with 103 when
  ///   Weibo failed.
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
    // The state binds the response to this request.
    guard let received = answer["state"], Secret(received).matches(state) else {
      throw .unreadable(
        .stateMismatch, "The answer belongs to another sign-in.", parameter: "state")
    }
    if let error = answer["error"] { throw Self.error(error, answer) }
    let ticket = answer["ticket"].flatMap { $0.isVisibleASCII ? Secret($0) : nil }
    if let event = answer["event"] {
      self = .event(event, ticket)
    } else if let ticket {
      self = .ticket(ticket)
    } else {
      throw .unreadable(.callbackMalformed, "The answer holds neither a ticket nor an error.")
    }
  }

  private static func error(_ error: String, _ answer: Parameters) -> OAuthError {
    // A return code of the service is more exact than the OAuth error code.
    if let code = answer["error_code"], code.hasPrefix("IDAAS.") {
      return OAuthError(
        outcome: .refused, code: .init(rawValue: error), reason: "The identity service refused.",
        peer: .init(code: code))
    }
    switch error {
    case "access_denied":
      if answer["code"] == OAuthError.closedSlider {
        return .userLeft("The user closed the slider.", OAuthError.closedSlider)
      }
      guard answer["code"] == OAuthError.wentBack else {
        return OAuthError(
          outcome: .refused, code: .accessDenied,
          reason: "The user denied access at Weibo.",
          peer: .init(code: OAuthError.cancelledAtWeibo))
      }
      return .userLeft(
        "The user went back before a phone number was proved.", OAuthError.wentBack)
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

/// A request that the user answers in a browser, with the values that its response is checked by.
struct HostedPageRequest: Sendable {
  let redirectURI: String
  let state: Secret
  let proof: PKCE

  init(redirectURI: String, environment: RuntimeEnvironment) {
    self.redirectURI = redirectURI
    state = Secret(environment.token())
    proof = PKCE(environment: environment)
  }

  /// A request that another run of the program began.
  init(redirectURI: String, state: Secret, proof: PKCE) {
    self.redirectURI = redirectURI
    self.state = state
    self.proof = proof
  }
}

extension UserAgent {
  /// Shows a page of the service and reads what the browser brings back.
  ///
  /// - Parameters:
  ///   - question: The request, with its redirect URI and state.
  ///   - url: The page.
  ///   - number: The document's number for a user who closes the browser there.
  func reply(
    to question: HostedPageRequest, at url: URL, leaving number: String
  ) async throws(OAuthError) -> PageReply {
    let uri = question.redirectURI
    let address: String
    do throws(OAuthError) {
      address = try await authorize(
        AuthorizationPage(url: url, redirectURI: uri, expecting: .state(question.state)))
    } catch  where error.code == .userCancelled && error.providerCode == nil {
      throw .userLeft(error.reason, number)
    }
    return try PageReply(address, to: uri, state: question.state)
  }
}

extension OAuthError {
  /// The user left a page, with the number that the document has for it.
  static func userLeft(_ reason: String, _ number: String) -> OAuthError {
    OAuthError(
      outcome: .unreachable, code: .userCancelled, reason: reason, peer: .init(code: number))
  }
}
