// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckJOSE
public import CoatcheckOAuth
public import CoatcheckFoundation

/// Signs in with an account of another provider through Kii's web connector, in a browser.
///
/// This is Kii's own protocol: the result is an address that contains the access token. Nothing in it
/// binds the result to this attempt. Therefore the requested address has a random parameter that has to
/// come back, and the token is used to ask Kii for its user before the result is accepted.
public struct KiiConnectorSignIn: SignInFlow {
  enum Source: Sendable {
    case browser(KiiConnector, any UserAgent)
    case result(KiiConnectorResult)
  }

  let source: Source

  /// Shows the connector's page, and verifies the result.
  ///
  /// - Throws: `userCancelled` when the user closed the browser; `accessDenied` when the user denied
  ///   access or the provider refused; `stateMismatch` when the result belongs to another attempt;
  ///   `invalidToken` when Kii rejects the token of the result; `subjectMismatch` when the token is
  ///   another user's; `callbackMalformed` when the result cannot be read. No session is created then.
  public func session(
    in context: SignInContext, storedAs name: String?
  ) async throws(OAuthError) -> StoredSession {
    let result = try await result(in: context)
    let app = try KiiApp(context)
    let user = try await app.user(of: result.accessToken, in: context)
    guard user.id.isExactly(result.userID) else {
      throw .unreadable(
        .subjectMismatch, "The token of the result is another user's.", parameter: "kii_user_id")
    }
    var json: JSONObject = [
      "access_token": .string(result.accessToken.reveal()), "id": .string(user.id),
      KiiProviderTokens.member: .object(result.provider.json),
    ]
    json["expires_in"] = result.lifetime.map { .number(JSONNumber($0)) }
    json["new_user_created"] = result.isNewUser.map(JSONValue.bool)
    let grant = try app.dialect.grant(of: json, receivedAt: context.environment.now())
    return try await context.session(of: grant, scopes: [], storedAs: name)
  }

  private func result(in context: SignInContext) async throws(OAuthError) -> KiiConnectorResult {
    let (connector, userAgent): (KiiConnector, any UserAgent)
    switch source {
    case .result(let result): return result
    case .browser(let chosen, let agent): (connector, userAgent) = (chosen, agent)
    }
    let address = try await userAgent.receivingURI()
    let token = context.environment.token()
    let attempt: Parameters = ["attempt": token]
    let expected = address + (address.contains("?") ? "&" : "?") + attempt.encoded
    let page: URL
    do throws(OAuthError) {
      page = try Self.page(in: context, connector, resultURL: expected)
    } catch {
      await userAgent.abandon(redirectURI: address)
      throw error
    }
    return try KiiConnectorResult(
      address: await userAgent.authorize(
        AuthorizationPage(
          url: page, redirectURI: address,
          expecting: .result(binding: "attempt", Secret(token), outcome: "kii_succeeded"))),
      expected: expected)
  }

  /// Returns the address of the connector's page.
  ///
  /// - Parameters:
  ///   - context: The context of the sign-in, of a client whose provider is `Provider.kii`.
  ///   - connector: The provider whose account is used.
  ///   - resultURL: The absolute address to which the result is sent; nil for the app's own page, whose
  ///     path ends with `/integration/webauth/result`, for programs that observe the addresses of their
  ///     browser.
  /// - Throws: `misused` naming `provider` if it is not a Kii app, or `connector` if its name is empty or
  ///   has control characters.
  public static func page(
    in context: SignInContext, _ connector: KiiConnector, resultURL: String? = nil
  ) throws(OAuthError) -> URL {
    guard let text = context.metadata.additional[KiiSiteMembers.connect]?.stringValue else {
      throw .misused("provider", "This is no app of Kii Cloud.")
    }
    try KiiRules.checkText(connector.rawValue, named: "connector")
    var query: Parameters = ["id": connector.rawValue]
    query["result_url"] = resultURL
    return try Endpoint("\(text)?\(query.encoded)").url
  }
}

extension SignInFlow where Self == KiiConnectorSignIn {
  /// A sign-in with an account of another provider, in a browser.
  ///
  /// - Parameters:
  ///   - connector: The provider whose account is used.
  ///   - userAgent: The user agent that shows the pages and receives the result.
  public static func kiiConnector(
    _ connector: KiiConnector, with userAgent: any UserAgent
  ) -> KiiConnectorSignIn {
    KiiConnectorSignIn(source: .browser(connector, userAgent))
  }

  /// A sign-in with the result of the connector's page, for a program that opened
  /// ``KiiConnectorSignIn/page(in:_:resultURL:)`` itself.
  ///
  /// - Parameter result: The result, read from the address to which the browser was redirected.
  public static func kiiConnectorResult(_ result: KiiConnectorResult) -> KiiConnectorSignIn {
    KiiConnectorSignIn(source: .result(result))
  }
}
