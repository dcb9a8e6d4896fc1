// SPDX-License-Identifier: Apache-2.0
import CoatcheckNXOAuth2Client
import CoatcheckNXOAuth2ClientTesting
import TestKit

@Suite("A connection", .timeLimit(.minutes(10)))
@MainActor
struct NXConnectionTests {
  let clientRecorder = NXRecorder()
  let recorder = NXConnectionRecorder()

  private func start(
    signedIn: Bool = true
  ) async throws -> (world: NXWorld, client: CallbackClient) {
    let world = try await NXWorld()
    let client = CallbackClient(world.client(), storedAs: "main", delegate: clientRecorder)
    if signedIn { try await client.signIn(using: .alice()) }
    return (world, client)
  }

  /// Starts five requests that wait for a session, and expects the same calls of their delegates.
  private func park(
    _ world: NXWorld, _ client: CallbackClient, expecting calls: [String]
  ) async throws {
    let recorders = (0..<5).map { _ in NXConnectionRecorder() }
    for recorder in recorders {
      CallbackConnection(world.request("/me"), client: client, delegate: recorder).start()
    }
    for recorder in recorders {
      try await recorder.end()
      #expect(recorder.calls == calls)
    }
  }

  /// Runs a request to its end.
  private func run(
    _ request: HTTPRequest, _ client: CallbackClient?, _ recorder: NXConnectionRecorder
  ) async throws -> CallbackConnection {
    let connection = CallbackConnection(request, client: client, delegate: recorder)
    connection.start()
    try await recorder.end()
    return connection
  }

  @Test("sends the request with the access token of the current session")
  func signed() async throws {
    let (world, client) = try await start()
    let connection = CallbackConnection(
      world.request("/someResource"), client: client, delegate: recorder)
    connection.start()
    #expect(connection.isRunning)
    try await recorder.end()
    #expect(recorder.calls == ["response 200", "finished"])
    #expect(!connection.isRunning)
    #expect(connection.response?.status == .ok)
    #expect(recorder.received == connection.data)
    #expect(try JSONObject(parsing: Array(connection.data))["id"]?.stringValue == "u-alice")
  }

  @Test("works without a client, and adds no access token")
  func unsigned() async throws {
    let world = try await NXWorld()
    let connection = try await run(world.request("/public"), nil, recorder)
    #expect(recorder.calls == ["response 200", "finished"])
    #expect(try JSONObject(parsing: Array(connection.data))["authorization"] == .null)
    let own = NXConnectionRecorder()
    let second = try await run(
      world.request("/public", fields: [.authorization: "Basic eA=="]), nil, own)
    let seen = try JSONObject(parsing: Array(second.data))["authorization"]?.stringValue
    #expect(seen == "Basic eA==", "the app's own field is sent unchanged")
  }

  struct Upload: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let method: HTTPRequest.Method
    let body: @Sendable (_ file: String) throws -> RequestBody
    let type: String
    let length: Int?
    var parts: [String] = []
  }

  nonisolated static let allUploads: [Upload] = [
    Upload(
      testDescription: "a form", method: .post, body: { _ in .form(["a": "b c", "d": "é"]) },
      type: "application/x-www-form-urlencoded", length: 14),
    Upload(
      testDescription: "JSON", method: .put, body: { _ in .json(["a": [1, 2]]) },
      type: "application/json", length: 11),
    Upload(
      testDescription: "bytes", method: .post, body: { _ in .data(Data(repeating: 7, count: 5)) },
      type: "", length: 5),
    Upload(
      testDescription: "a file", method: .put, body: { .file(path: $0) }, type: "", length: 300_000),
    Upload(
      testDescription: "a stream of unknown length", method: .patch,
      body: { _ in
        .stream {
          AsyncStream { chunks in
            for number in 0..<10 { chunks.yield(Data(repeating: UInt8(number), count: 1000)) }
            chunks.finish()
          }
        }
      }, type: "", length: 10_000),
    Upload(
      testDescription: "parts, repeated ones too", method: .post,
      body: { file in
        try .multipart([
          .text(name: "title", value: "Summer"), .text(name: "tag", value: "sea"),
          .text(name: "tag", value: "sand"),
          .data(name: "photo", Data(repeating: 1, count: 2000), filename: "unknown"),
          .file(name: "photo", path: file, filename: "film.mp4", contentType: "video/mp4"),
        ])
      }, type: "multipart/form-data", length: nil,
      parts: ["title 6", "tag 3", "tag 4", "photo 2000", "photo 300000"]),
  ]

  @Test("uploads", arguments: allUploads)
  func uploads(_ upload: Upload) async throws {
    let (world, client) = try await start()
    let file = FileManager.default.temporaryDirectory.appending(path: "nx-\(UUID().uuidString)")
    try Data(repeating: 9, count: 300_000).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    // The token is rejected first, so that the body is sent twice.
    world.standIn.service.revokeAll()
    let connection = CallbackConnection(
      world.request("/upload", upload.method), body: try upload.body(file.path()), client: client,
      delegate: recorder)
    connection.start()
    try await recorder.end()
    #expect(recorder.calls == ["sending", "response 200", "finished"])
    let seen = try JSONObject(parsing: Array(connection.data))
    #expect(seen["type"]?.stringValue?.hasPrefix(upload.type) == true)
    if let length = upload.length { #expect(seen["length"]?.intValue == length) }
    let parts = (seen["parts"]?.arrayValue ?? []).compactMap(\.objectValue).map {
      "\($0["name"]?.stringValue ?? "") \($0["length"]?.intValue ?? -1)"
    }
    #expect(parts == upload.parts)
    let last = try #require(recorder.sent.last)
    #expect(last.attempt == 2)
    #expect(Int(last.bytes) == seen["length"]?.intValue)
    if let total = last.total { #expect(last.bytes == total) }
    for (one, next) in zip(recorder.sent, recorder.sent.dropFirst()) {
      #expect(next.attempt > one.attempt || next.bytes > one.bytes)
    }
  }

  @Test("streams the response, and keeps no data if configured")
  func streamedBack() async throws {
    let (world, client) = try await start()
    var options = CallbackConnectionOptions()
    options.keepsData = .nothing
    let connection = CallbackConnection(
      world.request("/echo", .post), body: .data(Data(repeating: 5, count: 1 << 20)),
      client: client, options: options, delegate: recorder)
    connection.start()
    try await recorder.end()
    #expect(recorder.received.count == 1 << 20 && connection.data.isEmpty)
  }

  @Test(
    "waits for a session: one flow, also one that begins later, lets all requests be sent once",
    arguments: [false, true])
  func parked(_ later: Bool) async throws {
    let (world, client) = try await start(signedIn: false)
    clientRecorder.begin = { oauth in
      let authenticate = { @MainActor in
        oauth.authenticate(username: "alice", password: Secret("wonderland"))
      }
      guard later else { return authenticate() }
      Task {
        // The app asks its user in the meantime, and nothing is sent.
        try await NX.settle()
        #expect(world.standIn.all.isEmpty)
        authenticate()
      }
    }
    try await park(world, client, expecting: ["response 200", "finished"])
    #expect(clientRecorder.calls == ["needs", "got"])
  }

  @Test("ends each request once with the error of the flow or refresh that failed")
  func parkedWithoutSuccess() async throws {
    let (world, client) = try await start(signedIn: false)
    clientRecorder.begin = { $0.authenticate(username: "alice", password: Secret("wrong")) }
    try await park(world, client, expecting: ["failed invalid_grant"])
    #expect(world.standIn.received("/me").isEmpty)

    try await client.signIn(using: .alice())
    world.endSessions()
    var outcomes: [CallbackConnectionOutcome] = []
    for _ in 0..<5 { client.send(world.request("/me")) { outcomes.append($0) } }
    try await NX.eventually { outcomes.count >= 5 }
    try await NX.settle()
    #expect(outcomes.count == 5)
    for outcome in outcomes {
      #expect(outcome.response == nil && outcome.error?.nxCode == NXErrorCode(.oauth, -2001))
    }
    #expect(clientRecorder.calls == ["needs", "failed invalid_grant", "got", "lost refused"])
  }

  @Test("ends with an error for an error status, and has the body")
  func statuses() async throws {
    let (world, client) = try await start()
    for (path, status, code) in [
      ("/guarded", 401, OAuthError.Code.statusRefused), ("/nowhere", 404, .statusRefused),
      ("/me", 500, .serverUnavailable),
    ] {
      if status == 500 {
        world.standIn.answer(path, with: .standIn(.internalServerError, text: "Oops."))
      }
      var outcomes: [CallbackConnectionOutcome] = []
      client.send(world.request(path)) { outcomes.append($0) }
      try await NX.eventually { !outcomes.isEmpty }
      #expect(outcomes.count == 1)
      #expect(outcomes.first?.error?.code == code)
      #expect(outcomes.first?.error?.nxCode == NXErrorCode(.http, status))
      #expect(outcomes.first?.response?.status.code == status)
      #expect(outcomes.first?.data.isEmpty == false)
    }
    #expect(world.tokenRequests == 1)
  }

  @Test("can be cancelled while it waits and while it runs, and ends once")
  func cancelled() async throws {
    let (world, client) = try await start(signedIn: false)
    let waiting = CallbackConnection(world.request("/me"), client: client, delegate: recorder)
    waiting.start()
    _ = try await clientRecorder.all(1)
    waiting.cancel()
    try await recorder.end()
    #expect(recorder.calls == ["failed cancelled"])
    #expect(recorder.error?.nxCode == NXErrorCode(.url, -999))

    try await client.signIn(using: .alice())
    let second = NXConnectionRecorder()
    let running = CallbackConnection(
      world.request("/upload", .post),
      body: .stream {
        // A first chunk, and then no other.
        AsyncStream<Data> { $0.yield(Data(repeating: 1, count: 10)) }
      }, client: client, delegate: second)
    running.start()
    try await NX.eventually { !second.sent.isEmpty }
    running.cancel()
    try await second.end()
    #expect(second.calls == ["sending", "failed cancelled"])
    running.cancel()
    #expect(world.standIn.received("/me").isEmpty && world.standIn.received("/upload").isEmpty)
  }

  @Test("retains itself while it runs, and is released afterwards")
  func keptWhileRunning() async throws {
    let (world, client) = try await start()
    weak var held: CallbackConnection?
    do {
      let connection = CallbackConnection(world.request("/me"), client: client, delegate: recorder)
      connection.start()
      held = connection
    }
    try await recorder.end()
    #expect(recorder.calls == ["response 200", "finished"])
    try await NX.eventually { held == nil }
  }

  @Test("continues without its delegate, and can be started again when it has ended")
  func again() async throws {
    let (world, client) = try await start()
    let connection = CallbackConnection(world.request("/me"), client: client)
    connection.userInfo = ["tag": 7]
    do {
      let released = NXConnectionRecorder()
      connection.delegate = released
      connection.start()
    }
    connection.start()
    try await NX.eventually { !connection.isRunning }
    #expect(connection.delegate == nil && connection.response?.status == .ok)
    connection.delegate = recorder
    connection.start()
    try await recorder.end()
    #expect(world.standIn.received("/me").count == 2)
    #expect(connection.userInfo["tag"]?.intValue == 7)
  }

  @Test("follows a redirect, reports its target, and drops the token at another host")
  func redirects() async throws {
    let (world, client) = try await start()
    let other = try await NXWorld()
    for (target, keeps) in [
      ("\(world.standIn.url)/public", true), ("\(other.standIn.url)/public", false),
      ("http://localhost:\(world.standIn.port)/public", false),
    ] {
      let recorder = NXConnectionRecorder()
      let connection = try await run(world.request("/elsewhere?to=\(target)"), client, recorder)
      #expect(recorder.calls == ["redirect \(target)", "response 200", "finished"])
      let seen = try JSONObject(parsing: Array(connection.data))["authorization"]?.stringValue
      #expect((seen?.hasPrefix("OAuth ") == true) == keeps, "\(target)")
    }
  }
}
