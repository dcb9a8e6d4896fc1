// SPDX-License-Identifier: Apache-2.0

import TestKit

extension FakeProvider {
  /// A sign-in whose response is a signed JWT.
  func attemptWithJWT(
    mode: ResponseMode = .jwt, _ change: (inout SecurityProfile) -> Void = { _ in }
  ) async throws -> SignInAttempt {
    var profile = SecurityProfile.standard
    profile.responseAlgorithms = [.es256]
    change(&profile)
    var options = AuthorizationOptions()
    options.responseMode = mode
    return try await CodeFlow(context { $0.profile = profile }).attempt(
      redirectURI: Self.redirectURI, scopes: [.openID], options: options)
  }

  /// The signed response to a sign-in.
  func signedResponse(
    to attempt: SignInAttempt, by key: SigningKey = FakeProvider.key,
    _ change: (inout JSONObject) -> Void = { _ in }
  ) throws -> String {
    let query = try Parameters(decoding: callback(for: attempt.url).split(separator: "?")[1])
    var claims: JSONObject = [
      "iss": .string(issuer), "aud": "app", "exp": 1_700_000_300,
      "code": .string(query["code"] ?? ""), "state": .string(query["state"] ?? ""),
    ]
    change(&claims)
    return try key.sign(claims, type: "JWT")
  }
}
