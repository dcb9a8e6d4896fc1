// SPDX-License-Identifier: Apache-2.0
import TestKit

/// `coatcheck proxy` on a port, and what a program needs to use it.
struct RunningProxy {
  let process: ToolProcess
  let port: Int
  let secretFile: String
  let secret: String

  /// Starts one for the stage's account, and waits until it listens.
  static func start(
    to address: String, port: Int = 0, on stage: Stage
  ) async throws -> RunningProxy {
    let process = try stage.sandbox.start(
      ["proxy", "--to", address, "--port", "\(port)"],
      variables: ["XDG_RUNTIME_DIR": stage.sandbox.folder])
    let line = try await firstLine(of: process)
    let words = line.split(separator: " ").map(String.init)
    let port = words.first?.split(separator: ":").last.flatMap { Int($0) }
    guard words.count == 2, let port else { throw Sandbox.Unexpected(line) }
    let secret = try String(contentsOfFile: words[1], encoding: .utf8)
    return RunningProxy(process: process, port: port, secretFile: words[1], secret: secret)
  }

  /// The first line that a proxy prints: where it listens.
  static func firstLine(of process: ToolProcess) async throws -> String {
    while !process.output.hasSuffix("\n") {
      guard process.isRunning else { throw Sandbox.Unexpected(process.errors) }
      try await Task.sleep(for: .milliseconds(20))
    }
    return process.output.trimmingCharacters(in: .newlines)
  }

  /// Ends it as Ctrl-C does.
  func stop() async {
    process.send(SIGINT)
    #expect(await process.ended() == .exit(130), "\(process.errors)")
  }

  /// Sends a request as it is written here, and returns the whole response.
  ///
  /// - Parameters:
  ///   - line: The request line, without the version.
  ///   - fields: The fields, each as a line; `Host`, the secret and `Connection: close` unless they are given.
  func send(
    _ line: String, _ fields: [String] = [], without: [String] = [], body: String = ""
  ) async -> String {
    let usual = [
      "Host: 127.0.0.1:\(port)", "Authorization: Bearer \(secret)", "Connection: close",
    ].filter { field in
      !without.contains { field.hasPrefix($0 + ":") }
    }
    let text = (["\(line) HTTP/1.1"] + usual + fields).joined(separator: "\r\n") + "\r\n\r\n" + body
    let bytes = await AddressedTransport(from: "127.0.0.1", to: port).exchange(Array(text.utf8))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Sends a request by the library's own transport, which keeps its connections.
  func call(
    _ path: String, _ method: HTTPRequest.Method = .get, body: Data = Data()
  ) async throws -> (status: Int, body: Data) {
    var request = HTTPRequest(
      method: method, scheme: "http", authority: "127.0.0.1:\(port)", path: path)
    request.headerFields[.authorization] = "Bearer \(secret)"
    let limit = ResponseLimit(bytes: 64 << 20, deadline: .seconds(120))
    let (head, body) = try await Transports.system.send(request, body: body, limit: limit)
    return (head.status.code, body)
  }
}
