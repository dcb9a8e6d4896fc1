// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("What `coatcheck request` sends")
struct RequestTests {
  @Test("method, path, fields and body are sent as given, with the token")
  func wire() async throws {
    let (stage, session) = try await Stage.signedIn()
    let peer = try CannedServer(json: "{}")
    _ = try await stage.run(
      [
        "request", "http://127.0.0.1:\(peer.port)/a/b?c=d%20e", "-X", "PATCH", "-d", "@-",
        "-H", "Content-Type: text/plain", "-H", "X-Twice: 1", "-H", "x-twice:2",
      ],
      input: "line one\nline two", exits: 0)
    let request = try #require(peer.requests.first)
    #expect(peer.requests.count == 1)
    #expect(request.hasPrefix("PATCH /a/b?c=d%20e HTTP/1.1\r\n"))
    #expect(request.hasSuffix("\r\n\r\nline one\nline two"))
    let fields = request.components(separatedBy: "\r\n").map { $0.lowercased() }
    #expect(fields.contains("content-type: text/plain"))
    #expect(fields.contains("x-twice: 1") && fields.contains("x-twice: 2"))
    #expect(request.contains("Bearer \(session.accessToken.reveal())\r\n"))
  }

  @Test("bytes that are not text are printed unchanged, and escaped in JSON")
  func bytes() async throws {
    let (stage, _) = try await Stage.signedIn()
    let peer = try CannedServer(json: "a\u{1B}[2J\u{0}")
    let address = "http://127.0.0.1:\(peer.port)/"
    #expect(try await stage.run(["request", address]).output == "a\u{1B}[2J\u{0}")
    let json = try await stage.run(["request", address, "--json"])
    #expect(json.output.contains(#""body":"a\u001b[2J\u0000""#))
  }
}
