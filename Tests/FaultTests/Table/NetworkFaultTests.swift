// SPDX-License-Identifier: Apache-2.0
import TestKit

/// Faults between the program and the issuer, named as in `docs/faults.md`.
enum NetworkFault: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case refused = "offline: the connection is refused"
  case noName = "the issuer's name cannot be looked up"
  case reset = "the connection is reset after the request"
  case silence = "no answer before the deadline"
  case dribble = "an answer that drips in beyond the deadline"
  case halfOnce = "half of an answer once, the issuer has acted"
  case error500 = "500"
  case shortPause = "503 once, `Retry-After: 1`"
  case pause = "503, `Retry-After: 1`"
  case longPause = "503, `Retry-After: 120`"
  case absurdPause = "503, `Retry-After: 999999999`"
  case negativePause = "503, `Retry-After: -5`"
  case wordPause = "503, `Retry-After: abc`"
  case pastPause = "503, `Retry-After` in the past"
  case tooMany = "429, `Retry-After: 1`"
  case grantBehindProxy = "503 with `invalid_grant`"
  case redirect = "a hotel's network redirects to its own page"
  case page = "a hotel's network answers with its own page"
  case lostOnce = "the reply is lost once, the issuer has acted"
  case lost = "all replies are lost for longer than the issuer's window of grace"
  case client = "the issuer refuses the client"
  case grant = "the issuer refuses the refresh token"

  var testDescription: String { rawValue }

  /// The handling of requests by the proxy; nil when it does not listen.
  var conducts: [FaultyPeer.Conduct]? {
    switch self {
    case .refused, .noName: nil
    case .reset: [.reset]
    case .silence: [.silence]
    case .dribble: [.dribble]
    case .halfOnce: [.half, .forward]
    case .error500: [Self.answer("500 Internal Server Error")]
    case .shortPause: [Self.busy("1"), .forward]
    case .pause: [Self.busy("1")]
    case .longPause: [Self.busy("120")]
    case .absurdPause: [Self.busy("999999999")]
    case .negativePause: [Self.busy("-5")]
    case .wordPause: [Self.busy("abc")]
    case .pastPause: [Self.busy("Sun, 06 Nov 1994 08:49:37 GMT")]
    case .tooMany: [Self.answer("429 Too Many Requests", "Retry-After: 1")]
    case .grantBehindProxy:
      [Self.answer("503 Service Unavailable", body: #"{"error":"invalid_grant"}"#)]
    case .redirect: [Self.answer("302 Found", "Location: http://127.0.0.1/welcome")]
    case .page: [Self.answer("200 OK", "Content-Type: text/html", body: "<h1>Welcome</h1>")]
    case .lostOnce: [.loseReply, .forward]
    case .lost: [.loseReply]
    case .client: [Self.answer("401 Unauthorized", body: #"{"error":"invalid_client"}"#)]
    case .grant: [Self.answer("400 Bad Request", body: #"{"error":"invalid_grant"}"#)]
    }
  }

  /// The number of requests that the issuer gets for one refresh; nil where it is unknown: the proxy does
  /// not listen, or a deadline of this test may expire before a busy machine has sent a request.
  var requests: Int? {
    switch self {
    case .refused, .noName, .silence, .dribble: nil
    case .longPause, .absurdPause, .redirect, .page, .client, .grant: 1
    case .shortPause, .lostOnce, .halfOnce: 2
    default: 3
    }
  }

  private static func busy(_ pause: String) -> FaultyPeer.Conduct {
    answer("503 Service Unavailable", "Retry-After: \(pause)")
  }

  private static func answer(
    _ status: String, _ field: String? = nil, body: String = ""
  ) -> FaultyPeer.Conduct {
    let fields = ["HTTP/1.1 \(status)"] + [field].compactMap { $0 }
    let end = ["Connection: close", "Content-Length: \(body.utf8.count)", "", body]
    return .say((fields + end).joined(separator: "\r\n"))
  }
}

@Suite("Network faults")
struct NetworkFaultTests {
  // attack: C-43, C-44
  @Test("have the outcome of their row", .timeLimit(.minutes(10)), arguments: NetworkFault.allCases)
  func table(_ fault: NetworkFault) async throws {
    let stage = try await Stage.start()
    let peer = try FaultyPeer(before: stage.server.port)
    let store = FileTokenStore(directory: stage.path())
    let host = fault == .noName ? "https://nobody.invalid" : "http://127.0.0.1:\(peer.port)"
    let subject = try await Subject(on: stage, in: store) { stored in
      stored.tokenEndpoint = try Endpoint("\(host)/token")
    }
    if let conducts = fault.conducts {
      peer.listen()
      peer.behave(conducts)
    }
    subject.clocks.isHasty = fault == .silence || fault == .dribble
    var row = FaultRow(
      name: fault.rawValue, lasting: "", ended: "", status: "", stored: "", afterwards: "")

    subject.clocks.pass(580)
    row.lasting = await subject.use()
    if let requests = fault.requests { #expect(peer.requests == requests) }
    // `Retry-After` is obeyed: no request is sent earlier.
    _ = await subject.use()
    if fault == .absurdPause { #expect(peer.requests == 1) }
    subject.clocks.pass(30)
    row.ended = await subject.use()
    row.status = subject.status
    row.stored = await subject.stored()

    subject.clocks.isHasty = false
    // No pause is accepted that is longer than five minutes.
    subject.clocks.pass(300)
    if fault.conducts == nil { peer.listen() }
    peer.behave([.forward])
    if fault == .noName {
      // The name can be looked up again: it is the proxy's.
      try await Self.move(subject, to: peer)
    }
    row.afterwards = try await subject.afterwards()
    #expect(row == FaultRow.documented(fault.rawValue), "\(row)")
  }

  private static func move(_ subject: Subject, to peer: FaultyPeer) async throws {
    guard var stored = try await subject.store.session(subject.session.account) else { return }
    stored.tokenEndpoint = try Endpoint("http://127.0.0.1:\(peer.port)/token")
    try await subject.store.save(stored)
    try await subject.restart()
  }
}
