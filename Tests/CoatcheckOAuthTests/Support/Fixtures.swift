// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// Where every clock of these tests stands.
let start = Date(timeIntervalSince1970: 1_700_000_000)

/// The same numbers in every run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  mutating func text(_ alphabet: String, _ lengths: ClosedRange<Int>) -> String {
    let letters = Array(alphabet)
    return String(
      (0..<Int.random(in: lengths, using: &self)).map { _ in
        letters[Int.random(in: 0..<letters.count, using: &self)]
      })
  }

  mutating func maybe<T>(_ make: (inout Self) -> T) -> T? {
    Bool.random(using: &self) ? make(&self) : nil
  }
}

extension RuntimeEnvironment {
  /// A clock that stands still and random bytes which repeat from run to run.
  static func fixed(seed: UInt64 = 1, now: Date = start) -> RuntimeEnvironment {
    let generator = Mutex(SeededGenerator(seed: seed))
    return RuntimeEnvironment(
      now: { now },
      random: { count in
        generator.withLock { generator in
          (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        }
      },
      sleep: { _ in })
  }
}

/// The error that a step throws, nil when it throws none.
func failure(_ step: () throws(OAuthError) -> some Any) -> OAuthError? {
  do {
    _ = try step()
    return nil
  } catch {
    return error
  }
}

func metadata(
  issuer: String = "https://op.example", issParameter: Bool = false
) throws -> ServerMetadata {
  var metadata = ServerMetadata(issuer: try Issuer(issuer))
  metadata.authorizationEndpoint = try Endpoint(issuer + "/authorize")
  metadata.tokenEndpoint = try Endpoint(issuer + "/token")
  metadata.authorizationResponseIssParameterSupported = issParameter
  return metadata
}

func tokenEndpoint() throws(OAuthError) -> Endpoint { try Endpoint("https://op.example/token") }
let publicClient = ClientIdentity(id: "app")

/// A sign-in that has just begun.
func transaction(
  issParameter: Bool = false, redirectURI: String = "https://app.example/cb",
  scopes: [Scope] = [.openID], mode: ResponseMode = .query, seed: UInt64 = 1
) throws -> AuthorizationTransaction {
  var options = AuthorizationOptions()
  options.responseMode = mode
  return try AuthorizationTransaction.begin(
    metadata: try metadata(issParameter: issParameter), client: publicClient,
    redirectURI: redirectURI, scopes: scopes, options: options, environment: .fixed(seed: seed)
  ).transaction
}

/// A POST of a form as a server gets it.
func post(
  _ form: String, path: String = "/token",
  type: String? = "application/x-www-form-urlencoded", authorization: [String] = []
) -> (head: HTTPRequest, body: Data) {
  var fields = HTTPFields()
  if let type { fields[.contentType] = type }
  for value in authorization { fields.append(HTTPField(name: .authorization, value: value)) }
  return (
    HTTPRequest(
      method: .post, scheme: "https", authority: "op.example", path: path, headerFields: fields),
    Data(form.utf8)
  )
}

/// A response with a body.
func response(
  _ status: Int = 200, _ body: String, type: String? = "application/json",
  fields: HTTPFields = HTTPFields()
) -> (head: HTTPResponse, body: Data) {
  var fields = fields
  if let type { fields[.contentType] = type }
  return (HTTPResponse(status: .init(code: status), headerFields: fields), Data(body.utf8))
}

extension Exchange {
  /// Reads a response at the start of the tests' time.
  func reply(_ message: (head: HTTPResponse, body: Data)) throws(OAuthError) -> Reply {
    try reply(head: message.head, body: message.body, receivedAt: start)
  }
}

extension ServedExchange {
  static func received(_ message: (head: HTTPRequest, body: Data)) throws(OAuthError) -> Received {
    try received(head: message.head, body: message.body)
  }
}
