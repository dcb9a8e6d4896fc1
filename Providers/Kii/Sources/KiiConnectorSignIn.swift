// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckJOSE
public import CoatcheckOAuth
public import CoatcheckFoundation

/// Signs in with another provider's account through Kii's web connector, in a browser.
///
/// It is Kii's own protocol: the result comes in an address, with the access token in it. Nothing of Kii's
/// binds it to this attempt, so that a random parameter of the address where it shall come does; and Kii is
/// asked whose the token is before the result is believed.
public struct KiiConnectorSignIn: SignInFlow {
  enum Source: Sendable {
    case browser(KiiConnector, any UserAgent)
    case result(KiiConnectorResult)
  }

  let source: Source

  /// Shows the connector's page, and reads the result.
  ///
  /// - Throws: `userCancelled` when the user closed the browser; `accessDenied` when the user or the
  ///   provider refused there; `stateMismatch` when the result is another attempt's, `subjectMismatch` when
  ///   the token is another user's.
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

  /// The address of the connector's page.
  ///
  /// - Parameters:
  ///   - context: The sign-in, of a client whose provider is `Provider.kii`.
  ///   - connector: Whose account is used.
  ///   - resultURL: Where the result shall come; nil for the app's own page, whose path ends with
  ///     `/integration/webauth/result`, for programs that see where their browser goes.
  /// - Throws: `misused` naming `provider` if it is no Kii app, or `connector` if its name has forbidden characters.
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
  /// With another provider's account, in a browser.
  ///
  /// - Parameters:
  ///   - connector: Whose account.
  ///   - userAgent: What shows the pages and receives the result.
  public static func kiiConnector(
    _ connector: KiiConnector, with userAgent: any UserAgent
  ) -> KiiConnectorSignIn {
    KiiConnectorSignIn(source: .browser(connector, userAgent))
  }

  /// With the result of the connector's page, for a program that opened
  /// ``KiiConnectorSignIn/page(in:_:resultURL:)`` by itself.
  ///
  /// - Parameter result: The result, read from the address that the browser was sent to.
  public static func kiiConnectorResult(_ result: KiiConnectorResult) -> KiiConnectorSignIn {
    KiiConnectorSignIn(source: .result(result))
  }
}
