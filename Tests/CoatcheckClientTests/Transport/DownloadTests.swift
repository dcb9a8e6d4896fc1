// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("A download", .timeLimit(.minutes(10)))
struct DownloadTests {
  let transport = AsyncHTTPTransport(proxies: .direct)
  let folder: Folder
  var path: String { folder.path + "/file" }

  init() throws { folder = try Folder() }

  private func response(
    from server: RawServer, limit: ResponseLimit = .unlimited
  ) async throws -> StreamedResponse {
    try await transport.open(
      HTTPRequest(to: "http://127.0.0.1:\(server.port)/"),
      body: .empty, limit: limit)
  }

  /// A server that announces one number of bytes and sends another.
  private func server(announcing length: Int, sending count: Int) throws -> RawServer {
    try RawServer.streaming { request in
      let head = "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n"
      guard request.socket.write(Array(head.utf8)) else { return }
      request.socket.write([UInt8](repeating: 0x61, count: count))
    }
  }

  @Test("is a file when it is complete, and replaces the previous one")
  func saved() async throws {
    try Data("before".utf8).write(to: URL(fileURLWithPath: path))
    let server = try server(announcing: 500_000, sending: 500_000)
    let seen = Log<Int64>()
    let count = try await response(from: server).save(to: path) { count, total in
      #expect(total == 500_000)
      seen.add(count)
    }
    #expect(count == 500_000)
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: path)) == Data(repeating: 0x61, count: 500_000))
    #expect(try folder.names() == ["file"])
    #expect(seen.entries == seen.entries.sorted() && seen.entries.last == 500_000)
    // The other bits depend on the umask, which other tests change.
    let mode = try folder.mode("file")
    #expect(mode & 0o600 == 0o600 && mode & ~0o666 == 0)
  }

  @Test(
    "that is truncated leaves no partial file, and the previous one unchanged",
    arguments: [true, false])
  func cutOff(hasFile: Bool) async throws {
    if hasFile { try Data("before".utf8).write(to: URL(fileURLWithPath: path)) }
    let server = try server(announcing: 500_000, sending: 300_000)
    let error = await failure { try await response(from: server).save(to: path) }
    #expect(error?.outcome == .unreadable || error?.code == .connectionFailed)
    #expect(try folder.names() == (hasFile ? ["file"] : []))
    if hasFile {
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("before".utf8))
    }
  }

  @Test("that is cancelled leaves no partial file")
  func cancelled() async throws {
    let server = try RawServer.streaming { request in
      request.socket.write(Array("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345".utf8))
      while request.socket.isOpen() { Thread.sleep(forTimeInterval: 0.01) }
    }
    let response = try await response(from: server)
    let task = Task { try await response.save(to: path) }
    try await eventually { try folder.names().count == 1 }
    task.cancel()
    #expect(await failure { try await task.value }?.code == .cancelled)
    #expect(try folder.names().isEmpty)
  }

  @Test("is refused before it is read if its path is not that of a regular file")
  func targets() async throws {
    let device = folder.path + "/pipe"
    #expect(mkfifo(device, 0o600) == 0)
    for path in [folder.path, device, folder.path + "/none/file", folder.path + "/", ""] {
      let body = ResponseBody { () async throws(OAuthError) in
        Issue.record("The body was read.")
        return nil
      }
      let response = StreamedResponse(head: HTTPResponse(status: .ok), body: body)
      await expectError(outcome: .misused, naming: "path") { try await response.save(to: path) }
    }
    #expect(try folder.names() == ["pipe"])
  }

  @Test("replaces a symbolic link, and leaves what it points to alone")
  func symbolicLink() async throws {
    try Data("other".utf8).write(to: URL(fileURLWithPath: folder.path + "/other"))
    #expect(symlink("other", path) == 0)
    let response = StreamedResponse(
      head: HTTPResponse(status: .ok), body: ResponseBody(Data("new".utf8)))
    try await response.save(to: path)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("new".utf8))
    let other = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/other"))
    #expect(other == Data("other".utf8))
  }
}
