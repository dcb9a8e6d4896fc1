// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Requires that the redirect URI is one that the client registered, character by character.
///
/// [RFC 9700 §2.1](https://www.rfc-editor.org/rfc/rfc9700#section-2.1)
package struct VerifyRedirectURI: AuthorizeRule {
  func apply(to attempt: inout AuthorizeAttempt, by server: AuthorizationServer) async throws {
    let client = try established(attempt.client, "client")
    guard let sent = attempt.parameters["redirect_uri"] else {
      throw OAuthError.refused(
        .invalidRequest, "redirect_uri is missing.", parameter: "redirect_uri")
    }
    guard client.redirectURIs.contains(where: { Self.matches(sent, registered: $0) }) else {
      throw OAuthError.refused(
        .invalidRequest, "The redirect URI is not registered for this client.",
        parameter: "redirect_uri")
    }
    attempt.redirectURI = sent
  }

  /// "Authorization servers MUST utilize exact string matching except for port numbers in localhost
  /// redirection URIs of native apps".
  package static func matches(_ sent: String, registered: String) -> Bool {
    if sent == registered { return sent.isExactly(registered) }
    // "The authorization server MUST allow any port to be specified at the time of the request for
    // loopback IP redirect URIs". https://www.rfc-editor.org/rfc/rfc8252#section-7.3
    for host in ["http://127.0.0.1", "http://[::1]"] {
      guard let wanted = rest(of: registered, after: host), let got = rest(of: sent, after: host)
      else { continue }
      return wanted.isExactly(got)
    }
    return false
  }

  /// The URI after its host and port; nil when the host is another one, or the port is invalid.
  private static func rest(of uri: String, after host: String) -> Substring? {
    guard uri.hasPrefix(host) else { return nil }
    let tail = uri.dropFirst(host.count)
    guard tail.first == ":" else { return tail.first == "/" ? tail : nil }
    let digits = tail.dropFirst().prefix { $0.isASCII && $0.isNumber }
    let rest = tail.dropFirst(1 + digits.count)
    guard (1...5).contains(digits.count), digits.first != "0", let port = Int(digits),
      port <= 65535, rest.first == "/"
    else { return nil }
    return rest
  }
}
