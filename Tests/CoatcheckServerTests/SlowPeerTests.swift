// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("slow peers", .serialized, .timeLimit(.minutes(10)))
struct SlowPeerTests {
  private static let begun = [
    ("a head", "GET /livez HTTP/1.1\r\nHost: x\r\nX-Slow: "),
    ("a request line", "GET /"),
    ("a length", "POST /token HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n"),
    ("chunks", "POST /token HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3e8\r\n"),
    ("nothing", ""),
  ]

  // attack: H-04
  @Test("500 peers that send a byte at a time are closed at the deadline, and others are served")
  func dripping() async throws {
    SlowPeer.allowMany()
    var limits = HTTPLimits()
    // The other peers have the same deadlines, so that these leave room for a busy machine.
    limits.idle = .seconds(5)
    limits.bodyDeadline = .seconds(5)
    try await Listening.run(limits) { _ in
      ServedResponse(head: HTTPResponse(status: .noContent))
    } _: { port in
      var peers: [SlowPeer] = []
      for n in 0..<500 {
        let peer = try #require(SlowPeer(port: port))
        peer.send(Self.begun[n % Self.begun.count].1)
        peers.append(peer)
      }
      var (rounds, answered) = (0, 0)
      let wire = Wire(port: port)
      // Each peer sends before the idle limit, as long as the server reads.
      while !peers.isEmpty, rounds < 600 {
        rounds += 1
        for (n, peer) in peers.enumerated() where n % Self.begun.count != 4 { peer.send("a") }
        if try await wire.send("GET", "/livez").status == 204 { answered += 1 }
        peers.removeAll { $0.isClosed() }
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(peers.isEmpty, "\(peers.count) of 500 are still there")
      #expect(answered == rounds)
    }
  }

  @Test(
    "a peer that does not read is closed at the deadline, gets few of its requests answered, and others are served"
  )
  func unread() async throws {
    var limits = HTTPLimits()
    limits.answerDeadline = .milliseconds(500)
    let big = Mutex(0)
    try await Listening.run(limits) { request in
      if request.path == "/big" { big.withLock { $0 += 1 } }
      let size = request.path == "/big" ? 4 << 20 : 1
      return ServedResponse(
        head: HTTPResponse(status: .ok), body: Data(repeating: 0x61, count: size))
    } _: { port in
      let peer = try #require(SlowPeer(port: port))
      for _ in 0..<20 { peer.send("GET /big HTTP/1.1\r\nHost: x\r\n\r\n") }
      var (rounds, answered) = (0, 0)
      let wire = Wire(port: port)
      while !peer.isReset(), rounds < 600 {
        rounds += 1
        if try await wire.send("GET", "/").body == "a" { answered += 1 }
        // A peer that does not read notices the end of the connection only when it sends.
        peer.send("a")
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(peer.isReset())
      #expect(answered == rounds)
      // As many as the buffers of the system hold, and one more.
      #expect(big.withLock(\.self) < 8)
    }
  }

  @Test("a peer that reads slowly gets the whole response")
  func slowly() async throws {
    var limits = HTTPLimits()
    limits.answerDeadline = .seconds(5)
    let size = 8 << 20
    try await Listening.run(limits) { _ in
      ServedResponse(head: HTTPResponse(status: .ok), body: Data(repeating: 0x61, count: size))
    } _: { port in
      let reply = try await Wire(port: port).send("GET", "/")
      #expect(reply.body.utf8.count == size)
    }
  }
}
