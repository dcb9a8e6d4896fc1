// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

// Fixtures for the checks.

/// Fails a check unless both are equal.
func require<Value: Equatable>(
  _ found: Value, is wanted: Value, _ round: String = "", file: StaticString = #fileID,
  line: UInt = #line
) throws {
  guard found == wanted else {
    throw IssuerStoreContract.Violation(
      description: "\(file):\(line) \(round): expected \(wanted), found \(found)")
  }
}

/// Fails a check unless the texts are equal byte by byte.
func requireSame(_ found: [String?], _ wanted: [String], _ what: String) throws {
  try require(found.map { $0.map { Array($0.utf8) } }, is: wanted.map { Array($0.utf8) }, what)
}

/// Fails a check unless the verb throws `invalidRecord`.
func requireInvalid(_ what: String, _ verb: () async throws -> Void) async throws {
  do { try await verb() } catch let error as StoreError where error.code == .invalidRecord {
    return
  }
  throw IssuerStoreContract.Violation(description: "\(what) was not refused")
}

/// The time that many seconds after the start of the checks.
func moment(_ seconds: TimeInterval) -> Date {
  Date(timeIntervalSince1970: 1_700_000_000 + seconds)
}

/// The digest of a token with a name.
func digest(_ name: String) -> TokenDigest { TokenDigest(of: Secret("token " + name)) }

func sampleCode(
  _ name: String = "code", client: String = "app", user: String = "alice",
  expires: Date = moment(60)
) -> AuthorizationCodeRecord {
  AuthorizationCodeRecord(
    digest: digest(name), clientID: client, userID: user,
    redirectURI: "http://127.0.0.1:4711/callback", scopes: ["openid", "email"], nonce: "n-0S6",
    codeChallenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", authTime: moment(-30),
    issuedAt: moment(0), expiresAt: expires, sessionID: "session",
    context: GrantContext(jkt: "thumb", resources: ["https://api.example/é"]))
}

func sampleFamily(
  _ id: String = "family", client: String = "app", user: String = "alice",
  ends: Date = moment(10_000)
) -> RefreshFamily {
  RefreshFamily(
    id: id, clientID: client, userID: user, scopes: ["openid", "email"], createdAt: moment(0),
    absoluteExpiry: ends, authTime: moment(-30), nonce: "n-0S6", sessionID: "session " + id,
    context: GrantContext(jkt: "thumb"))
}

func sampleToken(
  _ name: String, family: String = "family", generation: Int = 0, expires: Date = moment(1_000)
) -> RefreshRecord {
  RefreshRecord(
    digest: digest(name), familyID: family, generation: generation, issuedAt: moment(0),
    expiresAt: expires)
}

func sampleLogin(
  _ name: String, sid: String? = nil, user: String = "alice", expires: Date = moment(100)
) -> LoginSession {
  LoginSession(
    digest: digest(name), userID: user, authTime: moment(0), expiresAt: expires, sid: sid)
}

func sampleClient(_ id: String) -> RegisteredClient {
  RegisteredClient(
    id: id, name: "The \(id)", redirectURIs: ["https://c.example/cb", "http://127.0.0.1/callback"],
    authenticationMethod: "client_secret_basic", secretDigest: digest("secret"),
    grantTypes: ["authorization_code", "refresh_token"], scopes: ["openid", "email"],
    idTokenAlgorithm: .es256, consent: .implied, accessTokenLifetime: 300, standing: .disabled)
}

/// A client with every member that can be registered.
func fullClient(_ id: String) throws -> RegisteredClient {
  var client = sampleClient(id)
  client.registrationTokenDigest = digest("registration")
  client.registeredAt = moment(1.5)
  client.metadata.jwks = [
    try JWK(parsing: [
      "kty": "OKP", "crv": "Ed25519", "kid": "k é",
      "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
    ])
  ]
  client.metadata.jwksURI = "https://c.example/jwks"
  client.metadata.authenticationAlgorithm = .es256
  client.metadata.postLogoutRedirectURIs = ["https://c.example/out", "app:/out"]
  client.metadata.backChannelLogoutURI = "https://c.example/logout"
  client.metadata.backChannelLogoutSession = .required
  client.metadata.frontChannelLogoutURI = "https://c.example/frame"
  client.metadata.frontChannelLogoutSession = .required
  client.metadata.pushedRequests = .required
  client.metadata.boundTokens = .required
  client.metadata.authTime = .required
  client.metadata.defaultMaxAge = 0
  client.metadata.userInfoAlgorithm = .rs256
  client.metadata.authorizationAlgorithm = .es256
  client.metadata.requestObjectAlgorithm = .edDSA
  client.metadata.signedRequests = .required
  client.metadata.contacts = ["ops@c.example"]
  client.metadata.clientURI = "https://c.example/"
  client.metadata.logoURI = "https://c.example/logo.png"
  client.metadata.policyURI = "https://c.example/policy"
  client.metadata.termsURI = "https://c.example/terms"
  client.metadata.initiateLoginURI = "https://c.example/login"
  client.metadata.sectorIdentifierURI = "https://c.example/sector.json"
  client.metadata.software = ["4NRB1-0XZABZI9E6-5SM3R", "2.0"]
  client.metadata.resources = ["https://api.example/", "urn:x"]
  client.metadata.answersFor = ["https://own.example/"]
  return client
}

/// Sample bytes of a sealed successor.
func sealed(_ name: String) -> [UInt8] { Array("sealed \(name)".utf8) }

extension IssuerStore {
  /// Opens the sample family with one refresh token.
  func openSample(_ token: String, expires: Date = moment(1_000), ends: Date = moment(10_000))
    async throws(StoreError)
  {
    try await open(sampleFamily(ends: ends), first: sampleToken(token, expires: expires))
  }

  /// Redeems the code of this name.
  func redeem(
    _ name: String, opening family: RefreshFamily, first: RefreshRecord? = nil,
    at seconds: TimeInterval
  ) async throws(StoreError) -> CodeRedemption {
    try await redeem(digest(name), opening: family, first: first, at: moment(seconds))
  }

  /// Polls with the device code of this name.
  func pollDevice(
    _ name: String = "device", by client: String = "app", at seconds: TimeInterval
  ) async throws(StoreError) -> DevicePoll {
    try await pollDevice(digest(name), by: client, at: moment(seconds))
  }

  /// Counts an attempt.
  func attempt(
    _ key: String, limit: Int, window: TimeInterval, at seconds: TimeInterval
  ) async throws(StoreError) -> Attempt {
    try await attempt(key, limit: limit, window: window, at: moment(seconds))
  }

  /// Rotates one sample token to another, with a grace window of ten seconds by default.
  func rotateSample(
    _ old: String, to new: String, at seconds: TimeInterval, client: String = "app",
    grace: TimeInterval = 10, expires: Date? = nil
  ) async throws(StoreError) -> Rotation {
    try await rotate(
      digest(old), by: client,
      to: sampleToken(new, expires: expires ?? moment(seconds + 1_000)), sealed: sealed(new),
      grace: grace, at: moment(seconds))
  }
}
