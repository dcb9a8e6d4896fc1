// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import Foundation

/// Themes that an application deposits for its next sign-in in a browser.
extension IDaaSServer {
  /// The window in which deposited themes are counted, in seconds.
  private static let window: TimeInterval = 600

  /// Stores a theme for the next sign-in of the same installation.
  ///
  /// - Throws: `parameterValue` for a picture from a host that is not listed; `busy` with `rate_limited`.
  func pushTheme(_ call: PushTheme, _ context: CallContext) async throws -> PushedTheme {
    try checkPictures(of: call.theme, at: context.application)
    let attempt = try await store.attempt(
      counter("theme", context.source.key), limit: settings.themesPerSource,
      window: Self.window, at: context.now)
    if case .exhausted(let until) = attempt {
      throw Refusal(
        .busy, detail: .rateLimited, retryAfter: Refusal.seconds(until: until, at: context.now))
    }
    let handle = Secret(environment.token())
    // The user may be at Weibo for as long as a login waits, and the page comes after that.
    let lifetime = settings.stateLifetime * 2
    try await store.keep(
      OneTimeRecord(
        kind: .pushedTheme, digest: TokenDigest(of: handle),
        content: [
          "client": .string(context.application.id), "device": .string(context.caller.device),
          "theme": .object(call.theme.json),
        ], expiresAt: context.now.addingTimeInterval(lifetime)))
    return PushedTheme(handle: handle, expire: Int(lifetime))
  }

  /// Whether a theme waits for a sign-in of this application on this device.
  func isPushed(_ handle: String, for clientID: String, on device: String?) async throws -> Bool {
    let record = try await store.record(
      .pushedTheme, TokenDigest(of: Secret(handle)), at: environment.now())
    return record?.content["client"]?.stringValue == clientID
      && record?.content["device"]?.stringValue == device
  }

  /// The theme that a sign-in began with.
  ///
  /// - Returns: Nil when it named none, or it has expired meanwhile.
  func pushedTheme(_ digest: TokenDigest?) async throws -> PageTheme? {
    guard let digest,
      let record = try await store.take(.pushedTheme, digest, at: environment.now()),
      let json = record.content["theme"]?.objectValue
    else { return nil }
    return try? PageTheme(json: json)
  }
}

extension OneTimeRecord.Kind {
  /// A theme that an application deposited for its next sign-in.
  static let pushedTheme = OneTimeRecord.Kind(rawValue: "pushed_theme")
}
