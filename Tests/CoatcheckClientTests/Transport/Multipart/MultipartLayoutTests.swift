// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("The bytes of a multipart body")
struct MultipartLayoutTests {
  private func bytes(_ body: RequestBody) async throws -> Data {
    var whole = Data()
    let chunks = try await body.chunks()
    for try await chunk in chunks { whole += chunk }
    if let length = chunks.length { #expect(length == whole.count) }
    return whole
  }

  private func text(_ parts: [FormPart], _ boundary: String = "B") async throws -> String {
    String(decoding: try await bytes(.multipart(parts, boundary: boundary)), as: UTF8.self)
  }

  @Test(
    "are those that NXOAuth2Client sent, with the same length",
    arguments: [1, 9, 10])
  func vector(_ digits: Int) async throws {
    let boundary = "------------nx-oauth2" + String(repeating: "7", count: digits)
    let body = try RequestBody.multipart(
      [.text(name: "foo", value: "bar"), .text(name: "rab", value: "0")], boundary: boundary)
    let chunks = try await body.chunks()
    #expect(chunks.length == Int64(114 + 3 * boundary.utf8.count))
    if digits == 9 { #expect(chunks.length == 204) }
    let head = "Content-Disposition: form-data; name=\"foo\"\r\n\r\n"
    #expect(head.utf8.count == 46)
    #expect(
      String(decoding: try await bytes(body), as: UTF8.self)
        == "--\(boundary)\r\n\(head)bar\r\n--\(boundary)\r\n"
        + head.replacing("foo", with: "rab") + "0\r\n--\(boundary)--\r\n")
    #expect(body.contentType == "multipart/form-data; boundary=\(boundary)")
  }

  @Test("cannot be made without parts")
  func empty() async throws {
    let body = try RequestBody.multipart([])
    #expect(body.isEmpty && body.contentType == nil)
    #expect(try await body.chunks().length == 0)
  }

  @Test("name the file and its type, and repeat a name as often as it is given")
  func files() async throws {
    let folder = try Folder()
    try folder.write("1.jpg", Array("one".utf8))
    let text = try await text([
      .file(name: "photo", path: folder.path + "/1.jpg", contentType: "image/jpeg"),
      .data(name: "photo", Data("two".utf8), filename: "2.jpg"),
      .data(name: "photo", Data()),
      .stream(name: "photo", length: 5, filename: "3.jpg") {
        AsyncStream {
          $0.yield(Data("thr".utf8))
          $0.yield(Data("ee".utf8))
          $0.finish()
        }
      },
    ])
    #expect(
      text
        == """
        --B
        Content-Disposition: form-data; name="photo"; filename="1.jpg"
        Content-Type: image/jpeg

        one
        --B
        Content-Disposition: form-data; name="photo"; filename="2.jpg"
        Content-Type: application/octet-stream

        two
        --B
        Content-Disposition: form-data; name="photo"
        Content-Type: application/octet-stream


        --B
        Content-Disposition: form-data; name="photo"; filename="3.jpg"
        Content-Type: application/octet-stream

        three
        --B--

        """.replacing("\n", with: "\r\n"))
  }

  static let names: [Case<(name: String, written: String)>] = [
    Case("plain", ("photo", "photo")),
    Case("with a quote", ("a\"; filename=\"evil", "a%22; filename=%22evil")),
    Case("with CR LF", ("a\r\nX-Evil: 1\r\n\r\nbody", "a%0D%0AX-Evil: 1%0D%0A%0D%0Abody")),
    Case("with a bare CR and a bare LF", ("a\rb\nc", "a%0Db%0Ac")),
    Case("with NUL, tab and DEL", ("a\0b\tc\u{7F}", "a%00b%09c%7F")),
    Case("with a backslash and a percent sign", (#"a\"%22"#, #"a\%22%22"#)),
    Case("of non-ASCII characters", ("写真 é 📷", "写真 é 📷")),
  ]

  // attack: H-11
  @Test("never let a name or a filename terminate its field", arguments: names)
  func escaping(_ row: Case<(name: String, written: String)>) async throws {
    let (name, written) = row.value
    let text = try await text([.data(name: name, Data("x".utf8), filename: name)])
    #expect(
      text == "--B\r\nContent-Disposition: form-data; name=\"\(written)\"; filename=\"\(written)\""
        + "\r\nContent-Type: application/octet-stream\r\n\r\nx\r\n--B--\r\n")
  }

  // attack: H-11
  @Test(
    "never contain a content type with a forbidden character",
    arguments: ["", "text/plain\r\nX-Evil: 1", "text/plain\n", "a\0", "text/plain; é=1"])
  func contentTypes(_ type: String) async throws {
    await expectError(outcome: .misused, naming: "contentType") {
      try RequestBody.multipart([.data(name: "a", Data(), contentType: type)])
    }
  }

  static let boundaries: [Case<(boundary: String, contentType: String?)>] = [
    Case("of 70 characters", (String(repeating: "b", count: 70), "plain")),
    Case("that has to be quoted", ("a'()+,/:=?", "quoted")),
    Case("that is not quoted", ("a-b_c.9", "plain")),
    Case("of 71 characters", (String(repeating: "b", count: 71), nil)),
    Case("empty", ("", nil)),
    Case("with CR LF", ("a\r\nX-Evil: 1", nil)),
    Case("with a space", ("a b", nil)),
    Case("with a quote", ("a\"b", nil)),
    Case("with a non-ASCII letter", ("é", nil)),
    Case("with a semicolon", ("a;b", nil)),
  ]

  // attack: H-11
  @Test("are separated by a well-formed boundary only", arguments: boundaries)
  func boundary(_ row: Case<(boundary: String, contentType: String?)>) async throws {
    let (boundary, quoting) = row.value
    let parts = [FormPart.text(name: "a", value: "b")]
    guard let quoting else {
      let error = await failure { try RequestBody.multipart(parts, boundary: boundary) }
      #expect(error?.outcome == .misused && error?.parameter == "boundary")
      return
    }
    let body = try RequestBody.multipart(parts, boundary: boundary)
    let written = quoting == "quoted" ? "\"\(boundary)\"" : boundary
    #expect(body.contentType == "multipart/form-data; boundary=\(written)")
  }

  @Test("never contain the boundary in a part, or a part without a name")
  func collision() async throws {
    for value in ["--B", "x\r\n--B\r\nContent-Disposition: form-data; name=\"evil\"\r\n\r\n1"] {
      await expectError(naming: "boundary") {
        try RequestBody.multipart([.text(name: "a", value: value)], boundary: "B")
      }
    }
    await expectError(naming: "name") { try RequestBody.multipart([.text(name: "", value: "b")]) }
  }

  @Test("are separated by a random boundary, which stays the same when the body is made again")
  func random() async throws {
    let parts = [FormPart.text(name: "a", value: "b")]
    let bodies = try (0..<50).map { _ in try RequestBody.multipart(parts) }
    let types = bodies.compactMap(\.contentType)
    #expect(Set(types).count == 50)
    #expect(types.allSatisfy { !$0.contains("\"") && $0.utf8.count <= 30 + 70 })
    #expect(try await bytes(bodies[0]) == bytes(bodies[0]))
    var environment = RuntimeEnvironment.live
    environment.random = { Array(repeating: 7, count: $0) }
    let body = try RequestBody.multipart(parts, environment: environment)
    #expect(
      try body.contentType == RequestBody.multipart(parts, environment: environment).contentType)
  }

  @Test("have no known length when a part has none, and cannot be made of a missing file")
  func lengths() async throws {
    let unknown = try RequestBody.multipart([
      .stream(name: "a", length: nil) { AsyncStream { $0.finish() } }
    ])
    #expect(try await unknown.chunks().length == nil)
    let missing = try RequestBody.multipart([.file(name: "a", path: "/nowhere/a")])
    await expectError(outcome: .misused, naming: "body") { try await missing.chunks() }
  }

  @Test("follow a Content-Type that the request gets from its body")
  func contentTypesOfBodies() async throws {
    let request = HTTPRequest(.post, to: "https://a.example/")
    let json = RequestBody.json(["a": 1])
    #expect(try request.typed(for: json).headerFields[.contentType] == "application/json")
    let form = RequestBody.form(["a": "b c"])
    #expect(
      try request.typed(for: form).headerFields[.contentType]
        == "application/x-www-form-urlencoded")
    #expect(try request.typed(for: .data(Data([1]))).headerFields[.contentType] == nil)
    var stated = request
    stated.headerFields[.contentType] = "application/vnd.example+json"
    #expect(try stated.typed(for: json) == stated)
    var evil = json
    evil.contentType = "application/json\r\nX-Evil: 1"
    await expectError(.misused("contentType", "")) { try request.typed(for: evil) }
    let multipart = try RequestBody.multipart([.text(name: "a", value: "b")], boundary: "B")
    await expectError(.misused("Content-Type", "")) { try stated.typed(for: multipart) }
  }
}
