// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckJOSE
public import CoatcheckOAuth
import CoatcheckFoundation

/// Sessions for tests of stores; they are not from a sign-in.
public enum SampleSession {
  /// Creates a session in which every member has a value.
  ///
  /// - Parameters:
  ///   - subject: The user's subject identifier.
  ///   - issuer: The issuer identifier, an absolute URI.
  ///   - clientID: The client id.
  ///   - name: The name that the user gave the session; nil means the subject.
  ///   - generation: How many times the tokens were replaced. Every token contains this number.
  /// - Throws: `misused` when the issuer identifier is not valid.
  public static func make(
    _ subject: String = "alice", issuer: String = "https://op.example", clientID: String = "app",
    name: String? = nil, generation: Int = 1
  ) throws(OAuthError) -> StoredSession {
    let moment = Date(timeIntervalSince1970: 1_700_000_000)
    var metadata = ServerMetadata(issuer: try Issuer("https://op.example"))
    metadata.tokenEndpoint = try Endpoint("https://op.example/token")
    let grant = TokenGrant(
      accessToken: Secret("at-\(generation)"), tokenType: "Bearer",
      expiry: .at(moment + 3600), refreshToken: Secret("rt-\(generation)"), receivedAt: moment)
    var session = try StoredSession(
      account: AccountID(issuer: issuer, clientID: clientID, subject: subject), name: name,
      grant: grant, scopes: [.openID, .email], metadata: metadata,
      authentication: .basic(Secret("client-secret")))
    session.generation = generation
    session.idTokenAlgorithms = [.rs256, .es256]
    session.redirectURI = "http://127.0.0.1/callback"
    session.labels = ["work", "with space"]
    session.appData = ["colour": "green", "list": [1, true, .null], "nested": ["a": "b"]]
    session.provider = "example"
    session.refreshMarker = RefreshMarker(startedAt: moment + 5, attempts: 2)
    session.refreshExpiry = .never
    session.idToken = Secret("it-\(generation)")
    session.revocationEndpoint = try Endpoint("https://op.example/revoke")
    session.endSessionEndpoint = try Endpoint("https://op.example/logout")
    session.userInfoEndpoint = try Endpoint("https://op.example/userinfo")
    session.jwksURI = try Endpoint("https://op.example/jwks")
    session.authTime = moment - 60
    session.leeway = 45
    return session
  }
}

/// The bytes of a session. Two sessions are equal if their bytes are.
func bytes(_ session: StoredSession?) -> [UInt8]? { session?.json.serialized() }

/// Fails a check unless both sessions are equal byte by byte. The error contains no token.
func requireSame(
  _ found: StoredSession?, _ wanted: StoredSession?, _ what: String
) throws(TokenStoreContract.Violation) {
  guard bytes(found) != bytes(wanted) else { return }
  throw TokenStoreContract.Violation(
    description: "\(what): expected \(wanted?.description ?? "none"), "
      + "found \(found?.description ?? "none") or one with another content")
}
