// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation
public import CoatcheckOAuth

/// The page of the authorization server that a user agent shows, and the callback that it waits for.
///
/// What is expected of the callback is a separate value, since the URL of a pushed authorization
/// request or of a request object does not show it.
public struct AuthorizationPage: Sendable {
  /// The parameters by which a callback of this sign-in is recognized.
  public enum Expectation: Sendable {
    /// An authorization response, which repeats the `state` of the request.
    case state(Secret, responseMode: ResponseMode = .query)
    /// The result of a provider's own page: the parameter `binding` repeats a value of the request, and the
    /// parameter `outcome` is `true` or `false`.
    case result(binding: String, Secret, outcome: String)
  }

  /// The URL to open in the browser.
  public let url: URL
  /// The redirect URI of the callback, an absolute URI.
  public let redirectURI: String
  /// The parameters by which the callback is recognized.
  public let expected: Expectation

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - url: The URL to open in the browser.
  ///   - redirectURI: The redirect URI of the callback, an absolute URI.
  ///   - expected: The parameters by which the callback is recognized.
  public init(url: URL, redirectURI: String, expecting expected: Expectation) {
    self.url = url
    self.redirectURI = redirectURI
    self.expected = expected
  }

  init(_ url: URL, of transaction: AuthorizationTransaction) {
    self.init(
      url: url, redirectURI: transaction.redirectURI,
      expecting: .state(transaction.state, responseMode: transaction.responseMode))
  }

  /// Whether a callback's parameters belong to this sign-in, as far as can be told without keys.
  func isAnswered(by parameters: Parameters) -> Bool {
    switch expected {
    case .state(let state, let responseMode):
      if let received = parameters["state"] { return Secret(received).matches(state) }
      guard responseMode.isJWT, let response = parameters["response"] else { return false }
      return AuthorizationTransaction.isClaimed(by: Secret(response), state: state)
    case .result(let name, let value, _):
      return parameters[name].map { Secret($0).matches(value) } ?? false
    }
  }

  /// Whether a callback of this sign-in reports that the user approved; nil when it reports neither
  /// success nor an error.
  func isApproved(by parameters: Parameters) -> Bool? {
    switch expected {
    case .state(_, let responseMode):
      if parameters["error"] != nil { return false }
      return parameters.isSignInCallback || responseMode.isJWT ? true : nil
    case .result(_, _, let name):
      return parameters[name].flatMap(Bool.init)
    }
  }
}
