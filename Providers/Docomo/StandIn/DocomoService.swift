// SPDX-License-Identifier: Apache-2.0
public import CoatcheckTesting
public import CoatcheckOAuth
public import CoatcheckServer
public import Foundation
import HTTPTypes

/// A stand-in for docomo's authorization server and PhotoColle, as their documents describe them:
/// sign-in, tokens, and the eight operations on photos that are kept in memory.
///
/// ```swift
/// let docomo = try await StandIn.start(DocomoService())
/// let provider = try Provider.docomo(authority: docomo.url)
/// let photos = try PhotoColle(session, at: docomo.url)
/// ```
public final class DocomoService: StandInService {
  /// The maximum length of a request body, in bytes: 110 MiB, enough for the largest upload.
  public static var maximumBodyLength: Int { 110 << 20 }

  /// The users that can sign in.
  public let users: [StandInUser]
  /// The id of the only client.
  public let clientID: String
  /// The secret of the client.
  public let clientSecret: Secret
  /// The deviations from the standard behavior.
  public let rules: DocomoRules
  /// The photos of all users.
  public let photos: DocomoPhotos
  let tokens = StandInTokens()

  /// Creates the service.
  ///
  /// - Parameters:
  ///   - users: The users that can sign in.
  ///   - clientID: The id of the only client.
  ///   - clientSecret: The secret of the client.
  ///   - rules: The deviations from the standard behavior.
  ///   - photos: The photos of all users; empty albums unless given.
  public init(
    users: [StandInUser] = [.alice, .bob], clientID: String = "app",
    clientSecret: Secret = Secret("app secret"), rules: DocomoRules = DocomoRules(),
    photos: DocomoPhotos = DocomoPhotos()
  ) {
    self.users = users
    self.clientID = clientID
    self.clientSecret = clientSecret
    self.rules = rules
    self.photos = photos
  }

  /// Returns the response to a request.
  public func respond(to request: ServedRequest, at url: String, now: Date) async -> ServedResponse
  {
    switch request.path {
    case "/cgi11d/authorization": authorization(request, now)
    case "/cgi12/token": token(request, now)
    default:
      if let operation = DocomoOperation(rawValue: request.path) {
        resource(operation, request, now)
      } else {
        .standIn(.notFound, text: "There is nothing here.\n")
      }
    }
  }

  /// Revokes all access tokens, as an administrator of the service would.
  ///
  /// - Parameter refreshToo: Whether the refresh tokens are revoked as well.
  public func revokeAll(refreshToo: Bool = false) { tokens.revokeAll(refreshToo: refreshToo) }
}

/// Deviations from the standard behavior of ``DocomoService``.
public struct DocomoRules: Sendable {
  /// The lifetime of access tokens, in seconds; nil for a token response without `expires_in`.
  public var lifetime: Int? = 3600
  /// Whether `expires_in` is a JSON string instead of a number, as in some responses of docomo.
  public var lifetimeIsText = true
  /// Which token responses have a refresh token.
  public var refreshTokens = RefreshTokens.always
  /// The `WWW-Authenticate` field of the response to an invalid token.
  public var rejection = "Bearer error=\"invalid_token\""
  /// Scopes that are accepted besides those of docomo's document.
  public var newerScopes: Set<String> = []
  /// The storage of each user, in bytes.
  public var space = 500 << 20
  /// Whether the capacity operation returns the size of the whole storage, besides the free one.
  public var reportsMaximumSpace = true

  /// Which token responses have a refresh token.
  public enum RefreshTokens: Sendable, Hashable {
    /// All of them; the previous refresh token is invalid then.
    case always
    /// Only the first one: a refresh keeps the refresh token.
    case first
    /// No token response.
    case never
  }

  /// Creates the standard behavior.
  public init() {}
}
