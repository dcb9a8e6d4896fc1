// SPDX-License-Identifier: Apache-2.0
import History
import TestKit

/// A server that the clients of a history use over HTTP.
protocol VisitorTarget: HistoryTarget {
  /// A user who is signed in.
  var visitor: Visitor { get }
  var accessTokens: DaemonNode.AccessTokens { get }
}

/// The response does not decide the request: too many requests, or temporarily unavailable.
struct NoAnswer: Error { let status: Int }

extension VisitorTarget {
  func issueCode() async throws -> String {
    let code = try await visitor.code()
    guard !code.isEmpty else { throw NoAnswer(status: 0) }
    return code
  }

  func redeem(code: String) async throws -> RecordedCall.Outcome {
    try granted(await visitor.exchange(code))
  }

  func refresh(token: String) async throws -> RecordedCall.Outcome {
    try granted(await visitor.refresh(token))
  }

  func granted(_ reply: Visitor.Reply) throws -> RecordedCall.Outcome {
    if reply.status == 200, let token = reply["refresh_token"] {
      accessTokens[token] = reply["access_token"]
      return .granted(token: token)
    }
    guard reply.status == 400, reply["error"] == "invalid_grant" else {
      throw NoAnswer(status: reply.status)
    }
    return .refused
  }

  func end(token: String) async throws -> RecordedCall.Outcome {
    let form: Parameters = ["token": token, "client_id": "app"]
    let reply = try await visitor.send(
      .post, "/revoke", [.contentType: "application/x-www-form-urlencoded"], form.encoded)
    guard reply.status == 200 else { throw NoAnswer(status: reply.status) }
    return .accepted
  }

  func use(token: String) async throws -> RecordedCall.Outcome {
    let bearer: HTTPFields = [.authorization: "Bearer \(accessTokens[token] ?? "")"]
    let reply = try await visitor.get("/userinfo", bearer)
    guard reply.status == 200 || reply.status == 401 else { throw NoAnswer(status: reply.status) }
    return reply.status == 200 ? .accepted : .refused
  }

  // Keys for single use and for limits are operations of a store, without a request over HTTP.
  func once(key: String) async throws -> RecordedCall.Outcome { .refused }
  func attempt(key: String, limit: Int) async throws -> RecordedCall.Outcome { .refused }
}
