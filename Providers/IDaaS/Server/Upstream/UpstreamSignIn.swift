// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth

/// A pending sign-in at a social network, stored under the digest of its `state`.
///
/// It is bound to one application, one redirect URI, one network and one browser, and ends with the first
/// response.
struct UpstreamSignIn: Sendable {
  /// The network. A response at the callback of another network is refused.
  let provider: String
  let clientID: String
  /// The redirect URI of the app.
  let redirectURI: String
  /// The app's own `state`.
  let state: String
  /// The PKCE challenge of the app.
  let challenge: String
  /// The end of the name of the browser's cookie.
  let cookie: String
  /// The digest of the value of the cookie.
  let browser: TokenDigest
  /// Whether an unknown user continues to the pages for binding in the same browser.
  let continuesToPages: Bool
  /// The device id that the app sent, for a login that continues on the pages.
  let device: String?
  /// The language that the app requested.
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

  /// The redirect URI with the parameters of a response.
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
