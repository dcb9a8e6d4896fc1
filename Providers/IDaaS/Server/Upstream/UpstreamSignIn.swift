// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth

/// A sign-in that was sent to a social network: what is remembered of it under the digest of its `state`.
///
/// It belongs to one application, one redirect URI, one network and one browser, and ends with the
/// first answer.
struct UpstreamSignIn: Sendable {
  /// The network: a response that arrives at another one's callback is not for this sign-in.
  let provider: String
  let clientID: String
  /// Where the app waits.
  let redirectURI: String
  /// The app's own `state`.
  let state: String
  /// The PKCE challenge of the app.
  let challenge: String
  /// What the name of the browser's cookie ends with.
  let cookie: String
  /// The digest of what the cookie holds.
  let browser: TokenDigest
  /// Whether an unknown user continues to the pages for binding in the same browser.
  let continuesToPages: Bool
  /// The installation that the app says it is, for what is bound in the pages.
  let device: String?
  /// The language that the app asked for.
  let language: String?
  /// The digest of the theme that the app deposited for the pages.
  var theme: TokenDigest?

  var json: JSONObject {
    var json: JSONObject = [
      "provider": .string(provider), "client": .string(clientID),
      "redirect": .string(redirectURI), "state": .string(state), "challenge": .string(challenge),
      "cookie": .string(cookie), "browser": .string(Base64URL.encode(browser.bytes)),
      "pages": .bool(continuesToPages),
    ]
    json["device"] = device.map(JSONValue.string)
    json["language"] = language.map(JSONValue.string)
    json["theme"] = theme.map { .string(Base64URL.encode($0.bytes)) }
    return json
  }

  /// The address that the app is answered at.
  func answer(_ pairs: KeyValuePairs<String, String?>) -> String {
    var query = Parameters()
    for (name, value) in pairs { query[name] = value }
    query["state"] = state
    return redirectURI + (redirectURI.contains("?") ? "&" : "?") + query.encoded
  }
}

extension UpstreamSignIn {
  init?(json: JSONObject) {
    guard let provider = json["provider"]?.stringValue, let client = json["client"]?.stringValue,
      let redirect = json["redirect"]?.stringValue, let state = json["state"]?.stringValue,
      let challenge = json["challenge"]?.stringValue, let cookie = json["cookie"]?.stringValue,
      let browser = json["browser"]?.stringValue.flatMap({ try? Base64URL.decode($0) })
        .flatMap(TokenDigest.init(bytes:))
    else { return nil }
    self.init(
      provider: provider, clientID: client, redirectURI: redirect, state: state,
      challenge: challenge, cookie: cookie, browser: browser,
      continuesToPages: json["pages"]?.boolValue ?? false, device: json["device"]?.stringValue,
      language: json["language"]?.stringValue,
      theme: json["theme"]?.stringValue.flatMap { try? Base64URL.decode($0) }
        .flatMap(TokenDigest.init(bytes:)))
  }
}
