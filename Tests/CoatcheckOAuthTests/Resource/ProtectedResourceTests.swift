// SPDX-License-Identifier: Apache-2.0

import TestSupport

@testable import CoatcheckOAuth

@Suite("The response of a protected resource to a refused request")
struct ProtectedResourceTests {
  private func resource(_ schemes: [BearerChallenge.Scheme]) throws -> ProtectedResource {
    var resource = ProtectedResource(identifier: try Endpoint("https://api.example/v1"))
    resource.schemes = schemes
    resource.proofRules.algorithms = [.es256, .edDSA]
    resource.metadata = try Endpoint(
      "https://api.example/.well-known/oauth-protected-resource/v1")
    return resource
  }

  private static let metadata =
    #"resource_metadata="https://api.example/.well-known/oauth-protected-resource/v1""#

  private func challenges(_ head: HTTPResponse) -> [String] {
    head.headerFields[values: .wwwAuthenticate]
  }

  @Test("without a token is 401, with a challenge for each scheme")
  func missing() throws {
    let error = OAuthError.refused(.credentialsMissing, "x", status: 401)
    let (head, body) = try resource([.dpop, .bearer]).response(to: error)
    #expect(head.status.code == 401)
    #expect(body.isEmpty)
    #expect(
      challenges(head) == [
        #"DPoP \#(Self.metadata), algs="ES256 EdDSA""#, "Bearer \(Self.metadata)",
      ])
  }

  @Test("with an insufficient scope is 403, with the required scopes")
  func narrow() throws {
    let (head, _) = try resource([.bearer]).response(
      to: .refused(.insufficientScope, "Not enough."), presentedAs: .bearer,
      requiring: .init(scopes: [Scope(rawValue: "a"), Scope(rawValue: "b")]))
    #expect(head.status.code == 403)
    let wanted =
      #"Bearer scope="a b", error="insufficient_scope", error_description="Not enough.", "#
    #expect(challenges(head) == [wanted + Self.metadata])
  }

  @Test("with insufficient user authentication is 401, with the required acr values and max_age")
  func weak() throws {
    let (head, _) = try resource([.bearer]).response(
      to: .refused(.insufficientUserAuthentication, "Again."), presentedAs: .bearer,
      requiring: .init(acrValues: ["gold", "silver"], maxAge: 60))
    #expect(head.status.code == 401)
    let challenge = try #require(BearerChallenge(fields: challenges(head)))
    #expect(challenge.acrValues == ["gold", "silver"])
    #expect(challenge.maxAge == 60)
  }

  static let proofs: [OAuthError.Code] = [.invalidDPoPProof, .useDPoPNonce]

  @Test(
    "with an invalid proof is 401, with the error in the DPoP challenge only",
    arguments: proofs)
  func proof(_ code: OAuthError.Code) throws {
    let (head, _) = try resource([.bearer, .dpop]).response(
      to: .refused(code, "No."), presentedAs: .dpop, nonce: DPoPNonce("n-1"))
    #expect(head.status.code == 401)
    #expect(head.headerFields[.dPoPNonce] == "n-1")
    #expect(BearerChallenge(fields: challenges(head))?.error == nil)
    #expect(BearerChallenge(fields: challenges(head), scheme: .dpop)?.error == code)
  }

  @Test("that could not be checked is 503 or 500, without a challenge")
  func failures() throws {
    let rows: [(OAuthError, Int)] = [
      (.unreachable(.connectionFailed, "x"), 503), (.unreadable(.metadataMalformed, "x"), 500),
    ]
    for (error, status) in rows {
      let (head, _) = try resource([.bearer]).response(to: error)
      #expect(head.status.code == status)
      #expect(challenges(head).isEmpty)
    }
  }
}
