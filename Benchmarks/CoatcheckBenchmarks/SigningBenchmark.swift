// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckOAuth
import Crypto
import Foundation
import HTTPTypes

/// HMAC signatures of requests, compared with HMAC-SHA256 of the same text; and the cost of a signed
/// request or a request with a bearer token, without its transport.
///
/// "Raw" is the minimum of every implementation: the HMAC of a finished text with an imported key.
enum SigningBenchmark {
  private static let count = 50_000

  static func run(rounds: Int) async throws {
    try signatures(rounds: rounds)
    try await requests(rounds: rounds)
  }

  private static let key =
    "l0nGk3yL1k3Th0s3OfTh3S3rv1c3AndAsL0ngAsTh3y4r3InFact0123456789abcdefghij"
  private static let secret = Secret("s3cr3tOfTh1rtyTw0Byt3sF0rTh3B3nch")
  private static let scheme = HMACSignatureScheme(
    name: "http://www.worldcat.org/wskey/v2/hmac/v1", method: "wskey_hmac",
    lines: ["www.oclc.org", "443", "/wskey"], principalField: "principalID",
    namespaceField: "principalIDNS")
  private static let path =
    "/bib/data/823520553?classificationScheme=LibraryOfCongress&holdingLibraryCode=MAIN"
    + "&q=wittgenstein+reader&facets=author%3A10"

  private static var request: HTTPRequest {
    HTTPRequest(
      method: .get, scheme: "https", authority: "worldcat.example", path: path,
      headerFields: [.accept: "application/atom+json"])
  }

  private static func signatures(rounds: Int) throws {
    print(
      "HMAC signatures of requests, 4 parameters (processor time, \(rounds) interleaved rounds of \(count))"
    )
    let signer = HMACRequestSigner(clientID: key, secret: secret, scheme: scheme)
    let text = Data(
      """
      \(key)
      1386264196
      00112233445566778899aabbccddeeff

      GET
      www.oclc.org
      443
      /wskey
      classificationScheme=LibraryOfCongress
      facets=author%3A10
      holdingLibraryCode=MAIN
      q=wittgenstein%20reader

      """.utf8)
    let symmetric = SymmetricKey(data: Data(secret.reveal().utf8))
    let environment = RuntimeEnvironment.live
    var whole = Measurement("HMACRequestSigner.sign: nonce, time, text, field")
    var field = Measurement("HMACRequestSigner.field: text and field")
    var raw = Measurement("raw HMAC-SHA256 of the same text")
    let request = request
    for _ in 0..<rounds {
      whole.add(
        try nanoseconds {
          var request = request
          try signer.sign(&request, environment: environment)
          return request.headerFields[.authorization]?.utf8.count ?? 0
        })
      field.add(
        try nanoseconds {
          try signer.field(
            for: request, timestamp: 1_386_264_196, nonce: "00112233445566778899aabbccddeeff"
          ).utf8.count
        })
      raw.add(
        try nanoseconds {
          HMAC<SHA256>.authenticationCode(for: text, using: symmetric).withUnsafeBytes { $0.count }
        })
    }
    for measurement in [whole, field, raw] { print(measurement.line) }
    print(
      "  signatures per second: "
        + String(format: "%.0f by best, %.0f by median", 1e9 / whole.best, 1e9 / whole.median)
        + " (wanted: at least 200,000)")
    print(ratio(whole, to: raw, wanted: "reported"))
  }

  /// Measures requests that are sent one after the other to a transport in memory.
  private static func requests(rounds: Int) async throws {
    print("a request, sent in memory (processor time, \(rounds) interleaved rounds of \(count))")
    let environment = RuntimeEnvironment.live
    let stored = try SampleSession.make(receivedAt: environment.now())
    let silent = Silent()
    let session = Session(
      stored, store: MemoryTokenStore([stored]), transport: silent, environment: environment)
    let bearer = AuthorizedTransport(session)
    let signed = AuthorizedTransport(
      authorizer: HMACSignatureAuthorizer(
        signer: HMACRequestSigner(clientID: key, secret: secret, scheme: scheme)),
      transport: silent, environment: environment)
    var bare = Measurement("the transport alone")
    var withToken = Measurement("with a cached token")
    var withSignature = Measurement("with an HMAC signature")
    for _ in 0..<rounds {
      bare.add(try await nanoseconds(through: silent))
      withToken.add(try await nanoseconds(through: bearer))
      withSignature.add(try await nanoseconds(through: signed))
    }
    for measurement in [bare, withToken, withSignature] { print(measurement.line) }
    for (name, measurement) in [("token", withToken), ("signature", withSignature)] {
      let (best, median) = (measurement.best - bare.best, measurement.median - bare.median)
      print(
        "  above the transport, with a \(name): "
          + String(format: "%.2f µs by best, %.2f µs by median", best / 1000, median / 1000)
          + " (wanted: less than 5)")
    }
  }

  private static func nanoseconds(_ body: () throws -> Int) throws -> Double {
    var sum = 0
    let start = processorTime()
    for _ in 0..<count { sum += try body() }
    let time = processorTime() - start
    guard sum > 0 else { throw Failure(text: "nothing was signed") }
    return time / Double(count) * 1e9
  }

  private static func nanoseconds(through transport: some HTTPTransport) async throws -> Double {
    let request = request
    let start = processorTime()
    for _ in 0..<count {
      let (head, _) = try await transport.send(request, body: Data(), limit: .standard)
      guard head.status == .ok else { throw Failure(text: "a request failed") }
    }
    return (processorTime() - start) / Double(count) * 1e9
  }
}

/// A transport that returns a response at once, without a check of the request.
private struct Silent: HTTPTransport {
  func send(
    _ request: HTTPRequest, body: Data, limit: ResponseLimit
  ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
    (HTTPResponse(status: .ok), Data())
  }
}
