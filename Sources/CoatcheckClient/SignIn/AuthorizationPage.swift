// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation
public import CoatcheckOAuth

/// The provider's page that a user agent shows, and the callback that it waits for.
///
/// The callback is described by a value: the address of a pushed or signed request does not say what is expected.
public struct AuthorizationPage: Sendable {
  /// What a callback of this sign-in carries.
  public enum Expectation: Sendable {
    /// The response of an authorization endpoint, which repeats the state.
    case state(Secret, responseMode: ResponseMode = .query)
    /// The result of a provider's own page: the parameter `binding` repeats a value of the request, and the
    /// parameter `outcome` is `true` or `false`.
    case result(binding: String, Secret, outcome: String)
  }

  /// The address of the page.
  public let url: URL
  /// Where the callback arrives.
  public let redirectURI: String
  /// What the callback carries.
  public let expected: Expectation

  /// A page.
  ///
  /// - Parameters:
  ///   - url: The address of the page.
  ///   - redirectURI: Where the callback arrives.
  ///   - expected: What the callback carries.
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

  /// Whether a callback of this sign-in says that the user agreed; nil when it says neither yes nor no.
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
