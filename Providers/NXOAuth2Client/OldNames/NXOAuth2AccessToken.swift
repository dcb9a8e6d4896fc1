// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckJOSE
import CoatcheckNXOAuth2Client
import CoatcheckOAuth
public import Foundation

/// An access token of the old library, with its refresh token and attributes. New code uses the
/// `Session`, or `TokenGrant` for tokens that were obtained elsewhere.
///
/// Unlike the old class, its description has no tokens.
public final class NXOAuth2AccessToken: NSObject, Sendable {
  private let content: TokenGrant
  private let body: String?

  /// The access token.
  public var accessToken: String! { content.accessToken.reveal() }
  /// The refresh token; nil without one.
  public var refreshToken: String! { content.refreshToken?.reveal() }
  /// The token type, such as `Bearer`; nil when it is not known.
  public var tokenType: String! { content.tokenType.isEmpty ? nil : content.tokenType }
  /// When the access token expires, by the wall clock; nil when that is not known.
  public var expiresAt: Date! { content.expiry.date }
  /// Whether it is known when the access token expires.
  public var doesExpire: Bool { content.expiry.date != nil }
  /// Whether the access token has expired, by the wall clock of this machine.
  public var hasExpired: Bool {
    content.expiry.isExpired(at: NXOAuth2Surroundings.current.environment.now())
  }
  /// The scopes, as strings; nil when they are not known.
  public var scope: Set<AnyHashable>! { content.scopes.map { Set($0.map(\.rawValue)) } }
  /// The body of the token response, as JSON. For the token of a session it has only the members besides
  /// the tokens; nil when there is no response.
  public var responseBody: String! { body }

  /// Creates a token without a known expiry.
  ///
  /// - Parameter accessToken: The access token. Without it, or with an empty one, the result is nil.
  public convenience init!(accessToken: String!) {
    self.init(accessToken: accessToken, refreshToken: nil, expiresAt: nil)
  }

  /// Creates a token with a refresh token.
  ///
  /// - Parameters:
  ///   - accessToken: The access token. Without it, or with an empty one, the result is nil.
  ///   - refreshToken: The refresh token; nil without one.
  ///   - expiryDate: When the access token expires, by the wall clock; nil when that is not known.
  public convenience init!(accessToken: String!, refreshToken: String!, expiresAt expiryDate: Date!)
  {
    self.init(
      accessToken: accessToken, refreshToken: refreshToken, expiresAt: expiryDate, scope: nil)
  }

  /// Creates a token with scopes.
  ///
  /// - Parameters:
  ///   - accessToken: The access token. Without it, or with an empty one, the result is nil.
  ///   - refreshToken: The refresh token; nil without one.
  ///   - expiryDate: When the access token expires, by the wall clock; nil when that is not known.
  ///   - scope: The scopes, as strings; nil when they are not known.
  public convenience init!(
    accessToken: String!, refreshToken: String!, expiresAt expiryDate: Date!,
    scope: Set<AnyHashable>!
  ) {
    self.init(
      accessToken: accessToken, refreshToken: refreshToken, expiresAt: expiryDate, scope: scope,
      responseBody: nil)
  }

  /// Creates a token with its token response.
  ///
  /// - Parameters:
  ///   - accessToken: The access token. Without it, or with an empty one, the result is nil.
  ///   - refreshToken: The refresh token; nil without one.
  ///   - expiryDate: When the access token expires, by the wall clock; nil when that is not known.
  ///   - scope: The scopes, as strings; nil when they are not known.
  ///   - responseBody: The body of the token response; nil without one. It is kept and not read.
  public convenience init!(
    accessToken: String!, refreshToken: String!, expiresAt expiryDate: Date!,
    scope: Set<AnyHashable>!, responseBody: String!
  ) {
    self.init(
      accessToken: accessToken, refreshToken: refreshToken, expiresAt: expiryDate, scope: scope,
      responseBody: responseBody, tokenType: nil)
  }

  /// Creates a token with its token response and its type.
  ///
  /// - Parameters:
  ///   - accessToken: The access token. Without it, or with an empty one, the result is nil.
  ///   - refreshToken: The refresh token; nil without one.
  ///   - expiryDate: When the access token expires, by the wall clock; nil when that is not known.
  ///   - scope: The scopes, as strings; nil when they are not known.
  ///   - responseBody: The body of the token response; nil without one. It is kept and not read.
  ///   - tokenType: The token type, such as `Bearer`; nil when it is not known.
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

  /// Reads the token of a token response.
  ///
  /// - Parameter responseBody: The body of the token response, a JSON object. Without an `access_token`
  ///   in it, the result is nil.
  public convenience init!(responseBody: String!) {
    self.init(responseBody: responseBody, tokenType: nil)
  }

  /// Reads the token of a token response, with a default for its type.
  ///
  /// - Parameters:
  ///   - responseBody: The body of the token response, a JSON object. Without an `access_token` in it,
  ///     the result is nil. `expires_in` counts from now.
  ///   - tokenType: The token type of a response without `token_type`; nil if it is not known.
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

  /// The token as the argument of `CallbackClient.take(_:)`.
  ///
  /// - Parameter defaultType: The type of a token without a type.
  func grant(defaultType: String) -> TokenGrant {
    var grant = content
    let type = content.tokenType.isEmpty ? defaultType : content.tokenType
    grant.tokenType = type.lowercased() == "bearer" ? "Bearer" : type
    return grant
  }

  /// The expiry and the type: no token.
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
