// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckJOSE
import CoatcheckOAuth

/// Where a browser goes when its page is done, with the state and the code challenge of the application.
struct HostedReturn: Sendable, Equatable {
  /// One of the application's redirect URIs.
  let redirectURI: String
  /// The `state` that is returned to the application.
  let state: String?
  /// The S256 code challenge, whose verifier the client sends to get the result.
  let challenge: String

  /// The redirect URI with a response.
  func address(_ answer: [(String, String)]) -> String {
    let parameters = Parameters(answer + (state.map { [("state", $0)] } ?? []))
    let joint =
      !redirectURI.contains("?")
      ? "?"
      : redirectURI.hasSuffix("?") || redirectURI.hasSuffix("&")
        ? "" : "&"
    return redirectURI + joint + parameters.encoded
  }

  var json: JSONObject {
    var json: JSONObject = ["to": .string(redirectURI), "challenge": .string(challenge)]
    if let state { json["state"] = .string(state) }
    return json
  }

  init(redirectURI: String, state: String?, challenge: String) {
    self.redirectURI = redirectURI
    self.state = state
    self.challenge = challenge
  }

  init(_ destination: PageDestination) {
    self.init(
      redirectURI: destination.redirectURI, state: destination.state,
      challenge: destination.codeChallenge)
  }

  init?(json: JSONObject) {
    guard let to = json["to"]?.stringValue, let challenge = json["challenge"]?.stringValue
    else { return nil }
    self.init(redirectURI: to, state: json["state"]?.stringValue, challenge: challenge)
  }
}
