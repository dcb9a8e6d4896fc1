// SPDX-License-Identifier: Apache-2.0
public import CoatcheckTesting
public import CoatcheckServer
public import Foundation
import HTTPTypes

/// A stand-in of Weibo's open platform: authorization page, token, token information, revocation, profile,
/// and the notice that a user revoked the permission.
///
/// | path | what it is |
/// |---|---|
/// | `/oauth2/authorize` | the page where users sign in and allow an app |
/// | `/oauth2/access_token` | codes become tokens; POST |
/// | `/oauth2/get_token_info` | whose a token is, and which app's; POST |
/// | `/oauth2/revokeoauth2` | an app gives its permission back |
/// | `/2/users/show.json`, `/2/account/get_uid.json` | the profile, and the uid of a token |
public struct WeiboService: StandInService {
  /// The AppKey of the default app: its client identifier.
  public let appKey: String
  /// The client secret of the default app.
  public let appSecret: String
  /// All registered apps, the default app first.
  public let apps: [WeiboApp]
  /// The behavior where documentation and responses differ.
  public let manner: WeiboBehaviour

  let users: [StandInUser]
  let profiles: [String: WeiboProfile]
  let tokens = StandInTokens()
  let memory: WeiboMemory

  /// Creates a service that knows these users.
  ///
  /// - Parameters:
  ///   - users: The users. A user whose identifier consists of digits has it as uid.
  ///   - appKey: The AppKey of the default app: its client identifier.
  ///   - appSecret: The client secret of the default app.
  ///   - redirectURIs: The redirect URIs of the default app.
  ///   - level: The review level of the default app, which decides the lifetime of its tokens.
  ///   - lifetime: The lifetime of its tokens in seconds; nil for that of the level.
  ///   - others: Further registered apps.
  ///   - profiles: The profiles of users by user name; the others have a default profile.
  ///   - manner: The behavior where documentation and responses differ.
  public init(
    users: [StandInUser] = [.alice, .bob], appKey: String = "20454",
    appSecret: String = "app secret", redirectURIs: [String] = WeiboApp.usual,
    level: WeiboApp.Level = .ordinary, lifetime: Int? = nil, others: [WeiboApp] = [.other],
    profiles: [String: WeiboProfile] = [:], manner: WeiboBehaviour = WeiboBehaviour()
  ) {
    self.users = users
    self.appKey = appKey
    self.appSecret = appSecret
    self.manner = manner
    let ours = WeiboApp(
      key: appKey, secret: appSecret, redirectURIs: redirectURIs, level: level,
      lifetime: lifetime)
    apps = [ours] + others
    memory = WeiboMemory(emptyReplies: manner.emptyTokenInformation)
    let first = 1_404_376_560
    let usual = users.enumerated().map { place, user in
      let isNumber = !user.id.isEmpty && user.id.utf8.allSatisfy { (0x30...0x39).contains($0) }
      return (
        user.username,
        WeiboProfile(
          uid: isNumber ? user.id : String(first + place), screenName: user.username)
      )
    }
    self.profiles = Dictionary(usual) { one, _ in one }.merging(profiles) { $1 }
  }

  /// Returns the profile of a user.
  public func profile(of user: StandInUser) -> WeiboProfile {
    profiles[user.username] ?? WeiboProfile(uid: "0", screenName: user.username)
  }

  /// Returns Weibo's identifier of a user.
  public func uid(of user: StandInUser) -> String { profile(of: user).uid }

  /// Answers a request.
  public func respond(
    to request: ServedRequest, at url: String, now: Date
  ) async -> ServedResponse {
    do {
      switch request.path {
      case "/oauth2/authorize": return authorize(request, now: now)
      case "/oauth2/access_token": return try accessToken(request, now: now)
      case "/oauth2/get_token_info": return try tokenInformation(request, now: now)
      case "/oauth2/revokeoauth2": return try revoke(request, now: now)
      case "/2/users/show.json": return try show(request, now: now)
      case "/2/account/get_uid.json": return try ownUID(request, now: now)
      default: return .standIn(.notFound, text: "Not found.")
      }
    } catch let refusal as WeiboRefusal {
      return refusal.response(at: request.path)
    } catch {
      return WeiboRefusal.wrongParameter.response(at: request.path)
    }
  }

  func app(_ key: String?) -> WeiboApp? { key.flatMap { key in apps.first { $0.key == key } } }
}
