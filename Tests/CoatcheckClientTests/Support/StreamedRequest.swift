// SPDX-License-Identifier: Apache-2.0

import Dispatch
import TestKit

/// A request whose body is read while it comes, on a thread of its own.
final class StreamedRequest {
  let socket: RawSocket
  let method: String
  let path: String
  /// The fields, their names in lower case.
  let fields: [String: String]
  private var rest: [UInt8]

  init?(_ socket: RawSocket) {
    var bytes: [UInt8] = []
    var end: Int?
    while end == nil {
      let more = socket.read()
      if more.isEmpty { return nil }
      bytes += more
      end = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound
    }
    let lines = String(decoding: bytes[..<(end ?? 0)], as: UTF8.self).components(
      separatedBy: "\r\n")
    let words = lines[0].split(separator: " ").map(String.init)
    guard words.count == 3 else { return nil }
    self.socket = socket
    (method, path) = (words[0], words[1])
    rest = Array(bytes[(end ?? 0)...])
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      fields[line[..<colon].lowercased()] =
        String(line[line.index(after: colon)...]).trimmingCharacters(in: .whitespaces)
    }
    self.fields = fields
  }

  private func more() -> Bool {
    let more = socket.read()
    rest += more
    return !more.isEmpty
  }

  /// Reads the body, and says whether it was complete.
  func body(_ each: ([UInt8]) -> Void) -> Bool {
    guard fields["transfer-encoding"] == "chunked" else {
      return take(Int(fields["content-length"] ?? "0") ?? 0, each)
    }
    while true {
      while rest.firstRange(of: [13, 10]) == nil { guard more() else { return false } }
      guard let end = rest.firstRange(of: [13, 10]),
        let count = Int(String(decoding: rest[..<end.lowerBound], as: UTF8.self), radix: 16)
      else { return false }
      rest.removeSubrange(..<end.upperBound)
      guard take(count, each), take(2, { _ in }) else { return false }
      if count == 0 { return true }
    }
  }

  private func take(_ count: Int, _ each: ([UInt8]) -> Void) -> Bool {
    var left = count
    while left > 0 {
      guard !rest.isEmpty || more() else { return false }
      let piece = Array(rest.prefix(left))
      rest.removeFirst(piece.count)
      left -= piece.count
      each(piece)
    }
    return true
  }

  /// The whole body; nil when it was cut off.
  func body() -> [UInt8]? {
    var whole: [UInt8] = []
    return body { whole += $0 } ? whole : nil
  }

  /// The length of the body and its SHA-256; nil when it was cut off.
  func digest() -> (count: Int, hash: [UInt8])? {
    var hash = SHA256()
    var count = 0
    guard
      body({
        hash.update(data: $0); count += $0.count
      })
    else { return nil }
    return (count, Array(hash.finalize()))
  }

  func answer(_ status: String, _ fields: [String] = [], body: String = "") {
    socket.write(Array(RawServer.response(status, fields, body: body).utf8))
  }
}

/// A list of entries to which any thread can append.
final class Log<Entry: Sendable>: Sendable {
  private let list = Mutex<[Entry]>([])
  var entries: [Entry] { list.withLock { $0 } }
  func add(_ entry: Entry) { list.withLock { $0.append(entry) } }
}

/// The error of a request with this body. Waits until the server has received it incompletely.
func incomplete(
  _ body: RequestBody, _ location: SourceLocation = #_sourceLocation
) async throws -> OAuthError? {
  let complete = Log<Bool>()
  let server = try RawServer.streaming { complete.add($0.digest() != nil) }
  let request = HTTPRequest(.post, to: server.origin + "/up")
  let error = await failure(location) {
    try await AsyncHTTPTransport(proxies: .direct).open(request, body: body)
  }
  try await eventually(location) { complete.entries == [false] }
  return error
}
