// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import TestSupport

/// A tenant and a client, and the messages between them as bytes.
enum Wire {
  static let origin = "https://tenant.example"
  static let caller = IDaaSCaller(
    clientID: "app", system: "iOS 18.1", device: "2f6d0c1e", agent: "Demo/1.0", language: "zh-CN")

  /// The message that a server reads from a call of a client.
  static func received<Call: IDaaSCall>(_ call: Call) throws -> CallMessage {
    let (head, body) = try IDaaSExchange(call, at: Endpoint(origin), by: caller).request()
    return try message(head, body)
  }

  static func message(_ head: HTTPRequest, _ body: Data) throws -> CallMessage {
    let target = (head.path ?? "").split(separator: "?", maxSplits: 1)
    let query = try target.count > 1 ? Parameters(decoding: String(target[1])) : [:]
    return CallMessage(
      fields: head.headerFields, query: query,
      body: body.isEmpty ? [:] : try JSONObject(parsing: Array(body)))
  }

  /// The reply that a client reads from a response.
  static func reply<Call: IDaaSCall>(
    to call: Call, _ body: String, status: Int = 200, fields: HTTPFields = [:]
  ) throws -> Call.Reply {
    var head = HTTPResponse(status: .init(code: status))
    head.headerFields = fields
    return try IDaaSExchange(call, at: Endpoint(origin), by: caller).reply(
      head: head, body: Data(body.utf8), receivedAt: Date(timeIntervalSince1970: 1_700_000_000))
  }

  /// The error that a client reads from a response.
  static func failure<Call: IDaaSCall>(
    of call: Call, _ status: Int, _ body: String, fields: HTTPFields = [:]
  ) -> OAuthError? {
    do {
      _ = try reply(to: call, body, status: status, fields: fields)
      return nil
    } catch {
      return error as? OAuthError
    }
  }
}

extension Refusal {
  /// The server's error response to a call; nil when it accepts the call.
  static func of<Call: IDaaSCall>(_ type: Call.Type, _ message: CallMessage) -> Refusal? {
    do throws(Refusal) {
      _ = try Call(message)
      return nil
    } catch {
      return error
    }
  }
}
