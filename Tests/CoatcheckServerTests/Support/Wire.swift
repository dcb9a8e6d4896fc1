// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOPosix
import TestKit

/// An HTTP client that sends exactly the given bytes on a new connection, and keeps the response
/// unchanged.
struct Wire {
  let port: Int

  /// Sends a request with `Connection: close`.
  func send(
    _ method: String, _ target: String, _ fields: [(String, String)] = [], body: String? = nil
  ) async throws -> WireReply {
    var fields = fields
    let names = Set(fields.map { $0.0.lowercased() })
    if !names.contains("host") { fields.append(("Host", "127.0.0.1:\(port)")) }
    if !names.contains("connection") { fields.append(("Connection", "close")) }
    if let body, !names.contains("content-length") {
      fields.append(("Content-Length", String(body.utf8.count)))
    }
    let lines = fields.map { "\($0.0): \($0.1)\r\n" }.joined()
    return try await raw("\(method) \(target) HTTP/1.1\r\n\(lines)\r\n\(body ?? "")")
  }

  /// Sends a form.
  func post(
    _ target: String, form: String, _ fields: [(String, String)] = []
  ) async throws -> WireReply {
    let isTyped = fields.contains { $0.0.lowercased() == "content-type" }
    let type = [("Content-Type", "application/x-www-form-urlencoded")]
    return try await send("POST", target, (isTyped ? [] : type) + fields, body: form)
  }

  /// Sends bytes and reads until the server closes, for 20 seconds at most.
  func raw(_ text: String) async throws -> WireReply {
    let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    let deadline = channel.channel.eventLoop.scheduleTask(in: .seconds(20)) {
      channel.channel.close(promise: nil)
    }
    defer { deadline.cancel() }
    return try await channel.executeThenClose { inbound, outbound in
      // A server that refuses early may close before everything is written.
      try? await outbound.write(ByteBuffer(string: text))
      var bytes: [UInt8] = []
      do {
        for try await buffer in inbound { bytes += buffer.readableBytesView }
      } catch  where !bytes.isEmpty {}
      return WireReply(bytes)
    }
  }
}

/// A parsed response.
struct WireReply {
  let text: String
  let status: Int
  let fields: [(name: String, value: String)]
  let body: String

  init(_ bytes: [UInt8]) {
    text = String(decoding: bytes, as: UTF8.self)
    let halves = text.components(separatedBy: "\r\n\r\n")
    let lines = halves[0].components(separatedBy: "\r\n")
    status = lines.first.flatMap { Int($0.split(separator: " ").dropFirst().first ?? "") } ?? 0
    fields = lines.dropFirst().compactMap { line in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      return (
        line[..<colon].lowercased(),
        line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      )
    }
    body = halves.dropFirst().joined(separator: "\r\n\r\n")
  }

  /// The values of a field.
  subscript(_ name: String) -> [String] {
    fields.filter { $0.name == name.lowercased() }.map(\.value)
  }

  /// The JSON object in the body; empty without one.
  var json: JSONObject { (try? JSONObject(parsing: Array(body.utf8))) ?? [:] }

  /// The `error` of an OAuth error response.
  var error: String? { json["error"]?.stringValue }

  /// Whether this is an OAuth error response with this status and `error`.
  func isRefused(_ error: String, _ status: Int = 400) -> Bool {
    self.status == status && self.error == error
  }

  /// A parameter in the query of a redirect.
  func redirected(_ name: String) -> String? {
    guard let location = self["location"].first, let query = location.split(separator: "?").last
    else { return nil }
    return (try? Query(String(query)))?[name]
  }

  /// Whether this is an error page that names an error.
  func shows(_ error: String) -> Bool {
    isErrorPage && body.contains("<code>\(error)</code>")
  }

  /// Whether this is an error page: a 4xx status with HTML and without a redirect.
  var isErrorPage: Bool {
    (400..<500).contains(status) && self["location"].isEmpty
      && self["content-type"].first?.hasPrefix("text/html") == true
  }
}
