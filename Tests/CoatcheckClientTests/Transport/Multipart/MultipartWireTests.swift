// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("A multipart body on the wire", .timeLimit(.minutes(10)))
struct MultipartWireTests {
  let provider = FakeProvider()
  let transport = AsyncHTTPTransport(proxies: .direct)
  let folder: Folder

  init() throws { folder = try Folder() }

  static let film = Data((0..<300_007).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ ($0 >> 9)) })

  private func parts() throws -> [FormPart] {
    let path = folder.path + "/film"
    try Self.film.write(to: URL(fileURLWithPath: path))
    return [
      .text(name: "title", value: "Käse \"x\"\r\n"),
      .file(name: "film", path: path, filename: "a \"b\".mp4", contentType: "video/mp4"),
      .data(name: "film", Self.film, filename: "2"),
      .stream(name: "film", length: 300_007, filename: "3") {
        AsyncStream.pieces(of: Self.film, each: 10_001)
      },
      .text(name: "title", value: ""),
    ]
  }

  /// An independent parser: Python's for mail messages.
  private static let reader = """
    import sys, hashlib
    from email.parser import BytesParser
    from email.policy import HTTP
    kind, body = sys.argv[1], open(sys.argv[2], 'rb').read()
    head = b'MIME-Version: 1.0\\r\\nContent-Type: ' + kind.encode() + b'\\r\\n\\r\\n'
    message = BytesParser(policy=HTTP).parsebytes(head + body)
    assert message.is_multipart() and not message.defects, message.defects
    for part in message.iter_parts():
        assert not part.defects, part.defects
        content = part.get_payload(decode=True)
        name = part.get_param('name', header='content-disposition')
        print(name, part.get_filename(), part.get_content_type(), len(content),
              hashlib.sha256(content).hexdigest(), sep='|')
    """

  @Test("is read by another parser unchanged, and its length is announced")
  func otherParser() async throws {
    let server = try ResourceServer { _ in .ok }
    let body = try RequestBody.multipart(parts())
    _ = try await transport.open(server.request(.post, "/up"), body: body)
    let hit = try #require(server.hits.first)
    let came = try #require(hit.body)
    #expect(hit.fields["content-length"] == "\(came.count)")
    #expect(hit.fields["transfer-encoding"] == nil)
    #expect(hit.fields["content-type"] == body.contentType)
    try folder.write("body", came)
    let (output, status) = try await ChildProcess(
      "/usr/bin/env",
      ["python3", "-c", Self.reader, hit.fields["content-type"] ?? "", folder.path + "/body"]
    ).end()
    #expect(status == 0, "\(output)")
    let film = "300007|\(hex(SHA256.hash(data: Self.film)))"
    let title = Data("Käse \"x\"\r\n".utf8)
    #expect(
      output.split(separator: "\n").map(String.init) == [
        "title|None|text/plain|\(title.count)|\(hex(SHA256.hash(data: title)))",
        "film|a %22b%22.mp4|video/mp4|\(film)",
        "film|2|application/octet-stream|\(film)",
        "film|3|application/octet-stream|\(film)",
        "title|None|text/plain|0|\(hex(SHA256.hash(data: Data())))",
      ])
  }

  @Test("is made again when the token was rejected, and its progress starts again")
  func retry() async throws {
    let server = try ResourceServer { $0.authorization == "Bearer at-2" ? .ok : .rejection }
    let service = AuthorizedTransport(try await provider.session(), transport: transport)
    let progress = Log<TransferProgress>()
    let body = try RequestBody.multipart(parts())
    let total = try await body.chunks().length
    let response = try await service.open(
      server.request(.post, "/up"), body: body, limit: .standard
    ) {
      if $0.direction == .upload { progress.add($0) }
    }
    #expect(response.head.status == .ok)
    #expect(server.hits.map(\.authorization) == ["Bearer at-1", "Bearer at-2"])
    #expect(server.hits[0].body == server.hits[1].body)
    #expect(server.hits.allSatisfy { $0.fields["content-type"] == body.contentType })
    for attempt in 1...2 {
      let steps = progress.entries.filter { $0.attempt == attempt }
      #expect(steps.map(\.bytes) == steps.map(\.bytes).sorted())
      #expect(steps.last?.bytes == total)
      #expect(steps.allSatisfy { $0.total == total })
    }
  }

  @Test("is sent again at a 307 within the origin, and is dropped with its type at a 303")
  func redirects() async throws {
    for (status, hasBody) in [(307, true), (308, true), (303, false), (302, false)] {
      let server = try ResourceServer { $0.path == "/up" ? .redirect(status, "/end") : .ok }
      let service = AuthorizedTransport(
        try await FakeProvider().session(), redirects: .follow(), transport: transport)
      let body = try RequestBody.multipart(parts())
      _ = try await service.open(server.request(.post, "/up"), body: body)
      let end = try #require(server.hits.last)
      #expect(end.path == "/end")
      #expect(end.body == (hasBody ? server.hits[0].body : []))
      #expect(end.fields["content-type"] == (hasBody ? body.contentType : nil))
    }
  }

  @Test("with a part that can be read once is not sent twice")
  func onlyOnce() async throws {
    let server = try ResourceServer { _ in .rejection }
    let body = try RequestBody.multipart([
      .once(name: "a", length: 1, AsyncStream.pieces(of: Data("a".utf8)))
    ])
    #expect(!body.isRepeatable)
    let service = AuthorizedTransport(try await FakeProvider().session(), transport: transport)
    let error = await failure { try await service.open(server.request(.post, "/up"), body: body) }
    #expect(error?.parameter == "body")
    #expect(server.hits.count == 1)
  }

  @Test(
    "is never complete with a part of another length than declared", arguments: [299_999, 300_008])
  func wrongLength(_ length: Int64) async throws {
    let body = try RequestBody.multipart([
      .stream(name: "a", length: length) { AsyncStream.pieces(of: Self.film) },
      .text(name: "b", value: "x"),
    ])
    let error = try await incomplete(body)
    #expect(error?.outcome == .misused && error?.parameter == "body")
  }

  @Test("is never complete with a file that was replaced before it was read")
  func replacedFile() async throws {
    let path = folder.path + "/late"
    try Data("first".utf8).write(to: URL(fileURLWithPath: path))
    let body = try RequestBody.multipart([
      .stream(name: "a", length: 1) {
        // Of the same length, and another file.
        try Data("other".utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        return AsyncStream.pieces(of: Data("x".utf8))
      },
      .file(name: "b", path: path),
    ])
    let error = try await incomplete(body)
    #expect(error?.outcome == .misused && error?.parameter == "body")
  }

  @Test("that is cancelled half way closes the connection, and opens no further part")
  func cancellation() async throws {
    let events = Log<String>()
    let server = try RawServer.streaming { request in
      var count = 0
      let isComplete = request.body { piece in
        if count == 0 { events.add("first") }
        count += piece.count
      }
      events.add(isComplete ? "complete" : "cut off")
    }
    let laterParts = Log<Bool>()
    let body = try RequestBody.multipart([
      .stream(name: "a", length: 1 << 40) { AsyncStream { Data(count: 64 << 10) } },
      .stream(name: "b", length: 1) {
        laterParts.add(true)
        return AsyncStream<Data> { $0.finish() }
      },
    ])
    let sent = Log<Int64>()
    let request = server.request(.post, "/up")
    let task = Task {
      try await transport.open(
        request, body: body.reporting { count, _ in sent.add(count) }, limit: .unlimited)
    }
    try await eventually { events.entries.contains("first") && sent.entries.count > 3 }
    task.cancel()
    #expect(await failure { try await task.value }?.code == .cancelled)
    try await eventually { events.entries.count == 2 }
    #expect(events.entries == ["first", "cut off"])
    #expect(laterParts.entries.isEmpty)
  }

  @Test("that is cancelled does not affect the other requests of the session")
  func cancellationOfOne() async throws {
    let service = AuthorizedTransport(try await provider.session(), transport: transport)
    let arrived = Log<String>()
    let server = try RawServer.streaming { request in
      var isFirst = true
      let isComplete = request.body { _ in
        if isFirst { arrived.add(request.path) }
        isFirst = false
      }
      if isComplete { request.answer("200 OK", body: request.path) }
    }
    // The second part of each body waits until its gate is finished or the task is cancelled.
    let gates = (0..<4).map { _ in AsyncStream.makeStream(of: Void.self) }
    let tasks = gates.indices.map { number in
      let request = HTTPRequest(.post, to: "http://127.0.0.1:\(server.port)/\(number)")
      let wait = gates[number].stream
      return Task {
        let body = try RequestBody.multipart([
          .text(name: "a", value: String(repeating: "a", count: 100_000)),
          .stream(name: "b", length: 1) {
            for await _ in wait {}
            return AsyncStream.pieces(of: Data([1]))
          },
        ])
        let response = try await service.open(request, body: body, limit: .unlimited)
        return String(decoding: try await response.body.collect(), as: UTF8.self)
      }
    }
    try await eventually { arrived.entries.count == 4 }
    tasks[1].cancel()
    #expect(await failure { try await tasks[1].value }?.code == .cancelled)
    for gate in gates { gate.continuation.finish() }
    for number in [0, 2, 3] { #expect(try await tasks[number].value == "/\(number)") }
  }
}
