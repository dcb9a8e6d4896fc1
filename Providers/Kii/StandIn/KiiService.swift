// SPDX-License-Identifier: Apache-2.0
public import CoatcheckTesting
public import CoatcheckJOSE
public import CoatcheckOAuth
public import CoatcheckServer
public import Foundation
import HTTPTypes

/// A stand-in for a Kii app, as Kii's documents describe it: users, tokens, accounts of other providers,
/// and a few objects.
///
/// ```swift
/// let kii = try await StandIn.start(KiiService())
/// let provider = try Provider.kii(site: .custom(kii.url), appID: "app", appKey: "key")
/// ```
///
/// A token of another provider is valid when it has the form `facebook:NAME`, with the provider's name
/// first; the secret of a Twitter token is `NAME's secret`, the OpenID of a QQ token is `NAME`.
public final class KiiService: StandInService {
  /// The app's id.
  public let appID: String
  /// The app's key. Only the request for an anonymous token needs it.
  public let appKey: String
  /// The id and the secret of the administrator.
  public let admin: (id: String, secret: Secret)
  /// The lifetime of access tokens in seconds, where the sign-in requests none itself; nil for tokens
  /// that do not expire.
  public let lifetime: Int?
  /// Whether users get refresh tokens.
  public let givesRefreshTokens: Bool
  /// Whether new users have to verify their addresses before they can sign in with them.
  public let verifiesAddresses: Bool
  let clients: [String: Secret]
  let things: [String: Secret]
  let users = KiiUsers()
  let tokens = StandInTokens()
  let objects = KiiObjects()
  let page: StandInPage

  /// Creates an app.
  ///
  /// - Parameters:
  ///   - appID: The app's id.
  ///   - appKey: The app's key.
  ///   - users: The users that are registered. Their e-mail addresses are `NAME@example.com`, verified.
  ///   - lifetime: The lifetime of access tokens in seconds, where the sign-in requests none itself; nil
  ///     for tokens that do not expire.
  ///   - givesRefreshTokens: Whether users get refresh tokens.
  ///   - verifiesAddresses: Whether new users have to verify their addresses before they can sign in with
  ///     them.
  ///   - clients: The clients that redeem codes, with their secrets by client id.
  ///   - admin: The id and the secret of the administrator.
  ///   - things: The things, with their passwords by vendor's id.
  public init(
    appID: String = "app", appKey: String = "key", users: [StandInUser] = [.alice, .bob],
    lifetime: Int? = 3600, givesRefreshTokens: Bool = true, verifiesAddresses: Bool = false,
    clients: [String: Secret] = ["web": Secret("web secret")],
    admin: (id: String, secret: Secret) = ("admin", Secret("admin secret")),
    things: [String: Secret] = ["lamp-1": Secret("lamp password")]
  ) {
    self.appID = appID
    self.appKey = appKey
    self.lifetime = lifetime
    self.givesRefreshTokens = givesRefreshTokens
    self.verifiesAddresses = verifiesAddresses
    self.clients = clients
    self.admin = admin
    self.things = things
    page = StandInPage(users: users)
    for account in users {
      self.users.add(
        KiiUsers.User(
          id: account.id,
          fields: [
            "internalUserID": .number(JSONNumber(1_000 + account.id.utf8.count)),
            "loginName": .string(account.username),
            "emailAddress": .string("\(account.username)@example.com"),
            "emailAddressVerified": .bool(true),
          ],
          password: account.password))
    }
  }

  /// Returns the response to a request.
  public func respond(
    to request: ServedRequest, at url: String, now: Date
  ) async -> ServedResponse {
    let request = KiiRequest(request, at: url, now: now)
    do {
      return try answer(request)
    } catch {
      return (error as? KiiRefusal ?? .invalidInput("request")).response
    }
  }

  private func answer(_ request: KiiRequest) throws -> ServedResponse {
    let parts = request.parts
    if parts == ["oauth2", "token"], request.method == .post {
      try request.checkApp(appID)
      return try token(request, isLegacy: true)
    }
    guard parts.count >= 3, parts[0] == "apps" else { throw KiiRefusal.notFound }
    guard parts[1] == appID else { throw KiiRefusal.appNotFound }
    let rest = Array(parts.dropFirst(2))
    if let response = try browsing(request, rest) { return response }
    try request.checkApp(appID)
    switch (request.method, rest[0], rest.count) {
    case (.post, "oauth2", 2) where rest[1] == "token":
      return try token(request, isLegacy: false)
    case (.post, "integration", 2): return try integrated(request, rest[1])
    case (_, "users", _): return try answer(request, users: Array(rest.dropFirst()))
    case (_, "buckets", 3...4) where rest[2] == "objects":
      _ = try grant(request)
      return try objects.answer(request, "app/\(rest[1])", rest.count == 4 ? rest[3] : nil)
    default: throw KiiRefusal.notFound
    }
  }

  /// The pages for a browser, which sends no header fields of Kii; nil for other paths.
  private func browsing(_ request: KiiRequest, _ rest: [String]) throws -> ServedResponse? {
    switch (request.method, rest) {
    case (.get, ["integration", "webauth", "connect"]),
      (.post, ["integration", "webauth", "connect"]):
      try connect(request)
    case (.get, ["integration", "webauth", "result"]):
      .standIn(html: "<!doctype html><html lang=\"en\"><title>Result</title><p>You may go back.")
    case (.get, [".well-known", "openid-configuration"]): configuration(request)
    default: nil
    }
  }

  private func configuration(_ request: KiiRequest) -> ServedResponse {
    let issuer = "\(request.base)/apps/\(appID)"
    return .standIn(json: [
      "issuer": .string(issuer), "token_endpoint": .string("\(issuer)/oauth2/token"),
      "token_endpoint_auth_methods_supported": ["client_secret_post"],
      "grant_types_supported": ["authorization_code", "refresh_token"],
    ])
  }

  /// The grant of the access token of a call.
  ///
  /// - Throws: 401 without a token, 403 `WRONG_TOKEN` with an invalid one.
  func grant(_ request: KiiRequest) throws -> StandInTokens.Grant {
    guard let token = request.bearer else { throw KiiRefusal.unauthorized }
    guard let grant = tokens.access(token, now: request.now) else { throw KiiRefusal.wrongToken }
    return grant
  }

  /// The user of the access token of a call.
  func user(_ request: KiiRequest) throws -> KiiUsers.User {
    guard let id = try grant(request).notes["user"], let user = users.user(id) else {
      throw KiiRefusal.wrongToken
    }
    guard !user.isDisabled else {
      throw KiiRefusal(.unauthorized, "USER_DISABLED", "The user is disabled")
    }
    return user
  }
}

/// The operations of an administrator at the developer portal.
extension KiiService {
  /// Revokes the access tokens of all users.
  ///
  /// - Parameter refreshTokensToo: Whether the refresh tokens are revoked as well.
  public func endAllTokens(refreshTokensToo: Bool = false) {
    tokens.revokeAll(refreshToo: refreshTokensToo)
  }

  /// Disables a user, or enables them again.
  ///
  /// - Parameters:
  ///   - userID: The user's id.
  ///   - isDisabled: Whether the user is disabled.
  /// - Throws: An error when the user is unknown.
  public func disable(userID: String, _ isDisabled: Bool = true) throws {
    try users.change(userID, { $0.isDisabled = isDisabled })
  }

  /// Sets fields of a user, such as `phoneNumber` and `phoneNumberVerified`. Other fields stay as they
  /// are.
  ///
  /// - Parameters:
  ///   - userID: The user's id.
  ///   - fields: The new values, by the names of the fields.
  /// - Throws: An error when the user is unknown.
  public func change(userID: String, fields: JSONObject) throws {
    try users.change(userID) { user in
      for (name, value) in fields { user.fields[name] = value }
    }
  }

  /// Requires a second factor of a user: until the user has signed in with it, their token gives access
  /// to their own record only.
  ///
  /// - Parameters:
  ///   - userID: The user's id.
  ///   - oneTimeCode: The code of the authenticator.
  ///   - recoveryCodes: The recovery codes; each can be used once.
  /// - Throws: An error when the user is unknown.
  public func requireSecondFactor(
    userID: String, oneTimeCode: Secret, recoveryCodes: [Secret] = []
  ) throws {
    try users.change(userID) { user in
      user.oneTimeCode = oneTimeCode
      user.recoveryCodes = recoveryCodes
    }
  }

  /// Issues an authorization code, as a Kii app that acts as an authorization server does. It is valid
  /// for one minute.
  ///
  /// - Parameters:
  ///   - userID: The user's id.
  ///   - clientID: The client that can redeem the code.
  ///   - redirectURI: The redirect URI that the token request has to have.
  ///   - now: The current time by the clock of the stand-in.
  public func code(
    userID: String, clientID: String, redirectURI: String, now: Date
  ) -> Secret {
    Secret(
      tokens.code(
        for: StandInTokens.Grant(
          clientID: clientID, redirectURI: redirectURI, notes: ["user": userID]),
        until: now.addingTimeInterval(60)))
  }
}
