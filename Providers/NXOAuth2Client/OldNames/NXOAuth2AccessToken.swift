// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckJOSE
import CoatcheckNXOAuth2Client
import CoatcheckOAuth
public import Foundation

/// An access token and what belongs to it.
///
/// It prints without its tokens, unlike the old class.
public final class NXOAuth2AccessToken: NSObject, Sendable {
  private let content: TokenGrant
  private let body: String?

  /// The access token.
  public var accessToken: String! { content.accessToken.reveal() }
  /// The refresh token; nil without one.
  public var refreshToken: String! { content.refreshToken?.reveal() }
  /// How the access token is presented; nil when it was not said.
  public var tokenType: String! { content.tokenType.isEmpty ? nil : content.tokenType }
  /// When the access token expires; nil when that is not known.
  public var expiresAt: Date! { content.expiry.date }
  /// Whether it is known when the access token expires.
  public var doesExpire: Bool { content.expiry.date != nil }
  /// Whether the access token has expired, by this machine's clock.
  public var hasExpired: Bool {
    content.expiry.isExpired(at: NXOAuth2Surroundings.current.environment.now())
  }
  /// The scopes; nil when none were said.
  public var scope: Set<AnyHashable>! { content.scopes.map { Set($0.map(\.rawValue)) } }
  /// The members of the token reply besides the tokens, as JSON; nil when there was no reply.
  public var responseBody: String! { body }

  /// A token that never expires.
  public convenience init!(accessToken: String!) {
    self.init(accessToken: accessToken, refreshToken: nil, expiresAt: nil)
  }

  /// A token.
  public convenience init!(accessToken: String!, refreshToken: String!, expiresAt expiryDate: Date!)
  {
    self.init(
      accessToken: accessToken, refreshToken: refreshToken, expiresAt: expiryDate, scope: nil)
  }

  /// A token with scopes.
  public convenience init!(
    accessToken: String!, refreshToken: String!, expiresAt expiryDate: Date!,
    scope: Set<AnyHashable>!
  ) {
    self.init(
      accessToken: accessToken, refreshToken: refreshToken, expiresAt: expiryDate, scope: scope,
      responseBody: nil)
  }

  /// A token with its reply.
  public convenience init!(
    accessToken: String!, refreshToken: String!, expiresAt expiryDate: Date!,
    scope: Set<AnyHashable>!, responseBody: String!
  ) {
    self.init(
      accessToken: accessToken, refreshToken: refreshToken, expiresAt: expiryDate, scope: scope,
      responseBody: responseBody, tokenType: nil)
  }

  /// A token with its reply and its type. Nil without an access token.
  public init!(
    accessToken: String!, refreshToken: String!, expiresAt expiryDate: Date!,
    scope: Set<AnyHashable>!, responseBody: String!, tokenType: String!
  ) {
    guard let accessToken, !accessToken.isEmpty else { return nil }
    var content = TokenGrant(
      accessToken: Secret(accessToken), tokenType: tokenType ?? "",
      expiry: expiryDate.map(Expiry.at) ?? .unknown,
      refreshToken: refreshToken.map { Secret($0) },
      receivedAt: NXOAuth2Surroundings.current.environment.now())
    content.scopes = scope.map(Scope.list(of:))
    self.content = content
    body = responseBody
    super.init()
  }

  /// The token of a reply in JSON. Nil when it has no access token.
  public convenience init!(responseBody: String!) {
    self.init(responseBody: responseBody, tokenType: nil)
  }

  /// The token of a reply in JSON.
  ///
  /// - Parameters:
  ///   - responseBody: The reply.
  ///   - tokenType: The type where the reply does not say it.
  public convenience init!(responseBody: String!, tokenType: String!) {
    guard let responseBody, let json = try? JSONObject(parsing: Array(responseBody.utf8)) else {
      return nil
    }
    let seconds =
      json["expires_in"]?.intValue ?? json["expires_in"]?.stringValue.flatMap { Int($0) }
    let now = NXOAuth2Surroundings.current.environment.now()
    let names =
      json["scope"]?.stringValue.map { $0.split(separator: " ").map(String.init) }
      ?? json["scope"]?.arrayValue?.compactMap(\.stringValue)
    self.init(
      accessToken: json["access_token"]?.stringValue,
      refreshToken: json["refresh_token"]?.stringValue,
      expiresAt: seconds.map { now.addingTimeInterval(TimeInterval($0)) },
      scope: names.map { Set($0) }, responseBody: responseBody,
      tokenType: json["token_type"]?.stringValue ?? tokenType)
  }

  /// The token of a session.
  init(_ stored: StoredSession) {
    var content = TokenGrant(
      accessToken: stored.accessToken, tokenType: stored.tokenType, expiry: stored.expiry,
      refreshToken: stored.refreshToken, receivedAt: stored.obtainedAt)
    content.scopes = stored.scopes.isEmpty ? nil : stored.scopes
    self.content = content
    body =
      stored.extra.isEmpty ? nil : String(decoding: stored.extra.serialized(), as: UTF8.self)
    super.init()
  }

  /// The token as the library takes it.
  ///
  /// - Parameter defaultType: The type of a token whose type was not said.
  func grant(defaultType: String) -> TokenGrant {
    var grant = content
    let type = content.tokenType.isEmpty ? defaultType : content.tokenType
    grant.tokenType = type.lowercased() == "bearer" ? "Bearer" : type
    return grant
  }

  /// When it expires, and no token.
  public override var description: String {
    "<NXOAuth2Token expiresAt:\(content.expiry) tokenType:\(content.tokenType)>"
  }
}

extension Scope {
  /// The scopes of an old set of strings, in alphabetical order.
  static func list(of names: Set<AnyHashable>) -> [Scope] {
    names.compactMap { $0.base as? String }.sorted().map(Scope.init(rawValue:))
  }
}
