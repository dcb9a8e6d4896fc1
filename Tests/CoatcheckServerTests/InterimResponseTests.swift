// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("interim responses, and responses without content", .timeLimit(.minutes(10)))
struct InterimResponseTests {
  // "Upon receiving an HTTP/1.1 (or later) request that … contains a 100-continue expectation and indicates that
  // request content will follow, an origin server MUST send either: an immediate response with a final status
  // code … or an immediate 100 (Continue) response". https://www.rfc-editor.org/rfc/rfc9110#section-10.1.1
  @Test("a client that expects 100 (Continue) gets it, and sends its body after it")
  func expected() async throws {
    try await Listening.run(.standard) { request in
      ServedResponse(head: HTTPResponse(status: .ok), body: request.body)
    } _: { port in
      let peer = try #require(SlowPeer(port: port))
      for framing in ["Content-Length: 4", "Transfer-Encoding: chunked"] {
        peer.send("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-Continue\r\n\(framing)\r\n\r\n")
        #expect(
          try await Self.text(from: peer, until: "\r\n\r\n").hasPrefix("HTTP/1.1 100 Continue\r\n"))
        peer.send(framing.hasPrefix("T") ? "4\r\nbody\r\n0\r\n\r\n" : "body")
        #expect(try await Self.text(from: peer, until: "body").hasPrefix("HTTP/1.1 200 OK\r\n"))
      }
    }
  }

  @Test(
    "a client that cannot wait for it, or sends no body, gets only the response",
    arguments: [
      "POST / HTTP/1.0\r\nHost: x\r\nConnection: keep-alive\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\nbody",
      "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: 100-continue\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 0\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody",
    ])
  func unexpected(_ request: String) async throws {
    try await Listening.run(.standard) { _ in
      ServedResponse(head: HTTPResponse(status: .ok), body: Data("end".utf8))
    } _: { port in
      let peer = try #require(SlowPeer(port: port))
      peer.send(request)
      let text = try await Self.text(from: peer, until: "end")
      #expect(!text.contains(" 100 ") && text.contains(" 200 OK\r\n"))
    }
  }

  // "the server MUST NOT send content in the response" to HEAD: RFC 9110 §9.3.2.
  @Test("a response to HEAD has the length of that to GET, and no content")
  func head() async throws {
    try await Listening.run(.standard) { _ in
      ServedResponse(head: HTTPResponse(status: .ok), body: Data("content".utf8))
    } _: { port in
      let peer = try #require(SlowPeer(port: port))
      peer.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n")
      let text = try await Self.text(from: peer, until: "content")
      let responses = text.components(separatedBy: "HTTP/1.1 200 OK\r\n").dropFirst()
      #expect(responses.count == 2)
      #expect(responses.allSatisfy { $0.lowercased().contains("content-length: 7\r\n") })
      #expect(responses.first?.hasSuffix("\r\n\r\n") == true)
      #expect(responses.last?.hasSuffix("\r\n\r\ncontent") == true)
    }
  }

  // "A 204 response is terminated by the end of the header section; it cannot contain content or trailers":
  // RFC 9110 §15.3.5; and the same of 304 in §15.4.5.
  @Test(
    "a response with status 204 or 304 has no content, whatever the responder returns",
    arguments: [HTTPResponse.Status.noContent, .notModified])
  func empty(_ status: HTTPResponse.Status) async throws {
    try await Listening.run(.standard) { request in
      ServedResponse(
        head: HTTPResponse(status: request.path == "/last" ? .ok : status),
        body: Data("content".utf8))
    } _: { port in
      let peer = try #require(SlowPeer(port: port))
      peer.send("GET / HTTP/1.1\r\nHost: x\r\n\r\nGET /last HTTP/1.1\r\nHost: x\r\n\r\n")
      let text = try await Self.text(from: peer, until: "content")
      let responses = text.components(separatedBy: "HTTP/1.1 ").dropFirst()
      #expect(responses.count == 2)
      #expect(responses.first?.hasPrefix("\(status.code) ") == true)
      #expect(responses.first?.hasSuffix("\r\n\r\n") == true)
      #expect(responses.last?.hasSuffix("\r\n\r\ncontent") == true)
    }
  }

  /// What the server sends, up to an end that it has within ten seconds.
  private static func text(from peer: SlowPeer, until end: String) async throws -> String {
    var text = ""
    for _ in 0..<2000 {
      text += peer.received()
      if text.hasSuffix(end) { return text }
      try await Task.sleep(for: .milliseconds(5))
    }
    Issue.record("\(text.debugDescription) does not end with \(end.debugDescription)")
    return text
  }
}
