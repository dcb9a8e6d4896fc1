// SPDX-License-Identifier: Apache-2.0
public import CoatcheckTesting
public import CoatcheckOAuth
public import CoatcheckServer
public import Foundation
import HTTPTypes

/// docomo's authority and PhotoColle, as far as their documents say: sign-in, tokens, and the eight
/// operations on a photo store in memory.
///
/// ```swift
/// let docomo = try await StandIn.start(DocomoService())
/// let provider = try Provider.docomo(authority: docomo.url)
/// let photos = try PhotoColle(session, at: docomo.url)
/// ```
public final class DocomoService: StandInService {
  /// Long enough for the maximum upload: 110 MiB.
  public static var maximumBodyLength: Int { 110 << 20 }

  /// Who can sign in.
  public let users: [StandInUser]
  /// The client's id.
  public let clientID: String
  /// The client's secret.
  public let clientSecret: Secret
  /// What differs from its standard behaviour.
  public let rules: DocomoRules
  /// The photos of all users.
  public let photos: DocomoPhotos
  let tokens = StandInTokens()

  /// The service.
  ///
  /// - Parameters:
  ///   - users: Who can sign in.
  ///   - clientID: The client's id.
  ///   - clientSecret: The client's secret.
  ///   - rules: What differs from its standard behaviour.
  ///   - photos: The photos of all users; none unless given.
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

  /// Answers a request.
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

  /// Ends all access tokens, and the refresh tokens as well if asked: what an administrator does.
  public func revokeAll(refreshToo: Bool = false) { tokens.revokeAll(refreshToo: refreshToo) }
}

/// What differs from the standard behaviour of ``DocomoService``.
public struct DocomoRules: Sendable {
  /// How long an access token lasts, in seconds; nil when the reply does not say it.
  public var lifetime: Int? = 3600
  /// Whether `expires_in` is a text, as some replies had it.
  public var lifetimeIsText = true
  /// Which replies carry a refresh token.
  public var refreshTokens = RefreshTokens.always
  /// How a resource says that the token is no longer good.
  public var rejection = "Bearer error=\"invalid_token\""
  /// Scopes newer than the document's.
  public var newerScopes: Set<String> = []
  /// The room each user has for photos, in bytes.
  public var space = 500 << 20
  /// Whether it says how much room there is in all.
  public var reportsMaximumSpace = true

  /// Which replies carry a refresh token.
  public enum RefreshTokens: Sendable, Hashable {
    /// All of them; the old one has expired then.
    case always
    /// Only the first: a refresh keeps it.
    case first
    /// None.
    case never
  }

  /// The standard behaviour.
  public init() {}
}
