// SPDX-License-Identifier: Apache-2.0
import CoatcheckKii
import ArgumentParser
import CoatcheckClient
import CoatcheckCommand
import CoatcheckOAuth
import Foundation

/// Signing in with Kii Cloud, whose users have a name and a password.
struct KiiSignIn: SignInProfile {
  let client: ClientOptions
  let credentials: PasswordOptions
  let options: KiiOptions

  var words: [String] { ["kii"] + options.words + client.words + credentials.words }

  func check() throws {
    _ = try SignInOption.required(options.appID, "--app-id", "id")
    _ = try SignInOption.required(options.appKeyFile, "--app-key-file", "file")
    try credentials.check()
    guard (credentials.username == nil) != (options.tokenFile == nil) else {
      throw ValidationError("kii requires either --username or --token-file")
    }
    guard options.site == nil || client.baseURL == nil else {
      throw ValidationError("--site and --base-url exclude each other")
    }
    guard options.lifetime == nil || credentials.username != nil else {
      throw ValidationError("--lifetime needs --username")
    }
    guard options.lifetime ?? 0 >= 0 else { throw ValidationError("--lifetime is not negative") }
    try checkToken()
    let files = [
      options.appKeyFile, credentials.passwordFile, options.tokenFile, options.refreshTokenFile,
    ]
    guard files.count(where: { $0 == "-" }) <= 1 else {
      throw ValidationError("standard input can hold one secret only")
    }
  }

  private func checkToken() throws {
    guard options.tokenFile != nil || options.tokenExpiresAt == nil else {
      throw ValidationError("--token-expires-at needs --token-file")
    }
    guard options.refreshTokenFile == nil || options.tokenExpiresAt != nil else {
      throw ValidationError("--refresh-token-file needs --token-file and --token-expires-at")
    }
    guard options.tokenExpiresAt == nil || expiresAt != nil else {
      throw ValidationError("--token-expires-at takes 2030-01-31T12:00:00Z or seconds since 1970")
    }
  }

  private var expiresAt: Date? { options.tokenExpiresAt.flatMap(ImportedTokens.date) }

  func plan(in context: CommandContext, asking prompt: UserPrompt) throws -> SignInPlan {
    let key = try SignInOption.secret(in: options.appKeyFile ?? "", named: "app key")
    let site = client.baseURL.map(KiiSite.custom) ?? options.site?.site ?? .us
    let provider = try Provider.kii(
      site: site, appID: options.appID ?? "", appKey: key.reveal())
    return SignInPlan(
      place: .known(provider), clientID: options.appID ?? "", way: try way(asking: prompt))
  }

  private func way(asking prompt: UserPrompt) throws -> SignInPlan.Way {
    if let file = options.tokenFile {
      let token = try SignInOption.secret(in: file, named: "access token")
      return .replacing(
        KiiTokenSignIn(
          KiiTokens(
            accessToken: token, expiresAt: expiresAt ?? .distantFuture,
            refreshToken: try options.refreshTokenFile.map {
              try SignInOption.secret(in: $0, named: "refresh token")
            })))
    }
    let username = credentials.username ?? ""
    let lifetime = try KiiLifetime(seconds: options.lifetime ?? 0)
    return .direct {
      let password = try await credentials.password(of: username, at: "Kii Cloud", asking: prompt)
      return KiiPasswordSignIn(KiiUsername(username), password: password, lifetime: lifetime)
    }
  }
}
