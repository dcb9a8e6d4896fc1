// SPDX-License-Identifier: Apache-2.0

import TestKit

/// What a ``RecordingTransport`` answers.
enum ScriptedReply: Sendable {
  case json(JSONObject)
  case status(Int)
}

/// Answers by the address, and remembers what it was asked.
final class RecordingTransport: HTTPTransport {
  private let asked = Mutex<[String]>([])
  private let answer: @Sendable (String) -> ScriptedReply

  init(_ answer: @escaping @Sendable (String) -> ScriptedReply) {
    self.answer = answer
  }

  var addresses: [String] { asked.withLock { $0 } }

  func send(
    _ request: HTTPRequest, body: Data, limit: ResponseLimit
  ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
    let address = "\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "")"
    asked.withLock { $0.append(address) }
    switch answer(address) {
    case .json(let json): return FakeProvider.json(json)
    case .status(let status): return (HTTPResponse(status: .init(code: status)), Data())
    }
  }
}
