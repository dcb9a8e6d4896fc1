// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE

/// Where a browser goes when a page of the service is done, and how its result is bound to the call that asked for the page.
public struct PageDestination: Sendable, Hashable {
  /// Where the browser goes at the end: one of the application's redirect URIs.
  public let redirectURI: String
  /// What comes back from there.
  public let state: String
  /// The S256 challenge of the verifier that the result is exchanged with: ``HostedCompletion/verifier``.
  public let codeChallenge: String

  /// A destination.
  public init(redirectURI: String, state: String, codeChallenge: String) {
    self.redirectURI = redirectURI
    self.state = state
    self.codeChallenge = codeChallenge
  }

  func write(to body: inout JSONObject) {
    body["redirect_uri"] = .string(redirectURI)
    body["state"] = .string(state)
    body["code_challenge"] = .string(codeChallenge)
  }

  /// - Throws: `parameterMissing` or `parameterType`, naming the member.
  init(_ body: JSONObject) throws(Refusal) {
    self.init(
      redirectURI: try body.required("redirect_uri"), state: try body.required("state"),
      codeChallenge: try body.required("code_challenge"))
  }
}
