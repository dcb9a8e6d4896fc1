// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import CoatcheckFoundation

/// The issuer's page which a user agent shows, and the answer it waits for.
///
/// The address doesn't always say what is waited for: of a pushed or signed request it has the name only.
public struct AuthorizationPage: Sendable {
  /// The address of the page.
  public let url: URL
  /// Where the answer will arrive.
  public let redirectURI: String
  /// What the answer must carry.
  public let state: Secret
  /// How the answer will arrive.
  public let responseMode: ResponseMode

  /// A page.
  ///
  /// - Parameters:
  ///   - url: The address of the page.
  ///   - redirectURI: Where the answer will arrive.
  ///   - state: What the answer must carry.
  ///   - responseMode: How the answer will arrive.
  public init(
    url: URL, redirectURI: String, state: Secret, responseMode: ResponseMode = .query
  ) {
    self.url = url
    self.redirectURI = redirectURI
    self.state = state
    self.responseMode = responseMode
  }

  init(_ url: URL, of transaction: AuthorizationTransaction) {
    self.init(
      url: url, redirectURI: transaction.redirectURI, state: transaction.state,
      responseMode: transaction.responseMode)
  }

  /// The page of an address that says it all; nil when it doesn't.
  init?(_ url: URL) throws(OAuthError) {
    let query = url.absoluteString.drop { $0 != "?" }.dropFirst()
    let parameters = try Parameters(bytes: Array(query.utf8), repeatable: ["resource"])
    guard let state = parameters["state"], let redirectURI = parameters["redirect_uri"] else {
      return nil
    }
    self.init(
      url: url, redirectURI: redirectURI, state: Secret(state),
      responseMode: parameters["response_mode"].flatMap(ResponseMode.init) ?? .query)
  }

  /// Whether a callback's parameters belong to this sign-in, as far as can be told without keys.
  func isAnswered(by parameters: Parameters) -> Bool {
    if let received = parameters["state"] { return Secret(received).matches(state) }
    guard responseMode.isJWT, let response = parameters["response"] else { return false }
    return AuthorizationTransaction.isClaimed(by: Secret(response), state: state)
  }
}
