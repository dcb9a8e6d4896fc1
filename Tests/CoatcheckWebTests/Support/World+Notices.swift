// SPDX-License-Identifier: Apache-2.0
@testable import CoatcheckWeb
import TestKit

extension World {
  /// The `sid` of the login session at the provider.
  func sid(of visitor: SiteVisitor) async throws -> String? {
    try await content(of: visitor)?.providerSession
  }

  /// The stored tokens.
  func tokens(of visitor: SiteVisitor) async throws -> StoredSession? {
    try await content(of: visitor)?.tokens
  }

  private func content(of visitor: SiteVisitor) async throws -> SessionContent? {
    guard let value = visitor.cookie() else { return nil }
    let key = Fingerprint.hex(of: Array(value.utf8))
    guard let record = try await store.session(key, at: clock.now) else { return nil }
    return SessionContent(record, keys: keys)
  }

  /// A logout token of the provider `work`.
  func logoutToken(
    sub: String? = nil, sid: String? = nil, type: String = "logout+jwt",
    change: (inout JSONObject) -> Void = { _ in }
  ) async throws -> Secret {
    let now = Int(clock.now.timeIntervalSince1970)
    var claims: JSONObject = [
      "iss": .string(provider.issuer), "aud": "site-work", "iat": .number(JSONNumber(now)),
      "exp": .number(JSONNumber(now + 120)), "jti": .string(RuntimeEnvironment.live.token()),
      "events": ["http://schemas.openid.net/event/backchannel-logout": [:]],
    ]
    claims["sub"] = sub.map(JSONValue.string)
    claims["sid"] = sid.map(JSONValue.string)
    change(&claims)
    return Secret(try TestKeys.signing()[0].sign(claims, type: type))
  }

  /// Sends a logout token to the site.
  ///
  /// - Returns: The status of the response.
  func tell(_ token: Secret, node: Int = 0) async throws -> Int {
    let browser = TestBrowser(transport: site.transport)
    return try await browser.post(
      site.origin + "/auth/back-channel/work", ["logout_token": token.reveal()],
      fields: SiteVisitor.fields(["X-Node": "\(node)"])
    ).status
  }
}
