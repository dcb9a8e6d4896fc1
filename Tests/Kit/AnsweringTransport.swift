// SPDX-License-Identifier: Apache-2.0
public import Coatcheck
public import Foundation
public import HTTPTypes
import Synchronization

/// A transport whose responses come from a closure. It records the requests.
public final class AnsweringTransport: HTTPTransport {
  /// A response.
  public typealias Reply = (head: HTTPResponse, body: Data)

  private let recorded = Mutex<[HTTPRequest]>([])
  private let answer: @Sendable (HTTPRequest) throws(OAuthError) -> Reply

  /// A transport.
  public init(_ answer: @escaping @Sendable (HTTPRequest) throws(OAuthError) -> Reply) {
    self.answer = answer
  }

  /// The requests, in order.
  public var requests: [HTTPRequest] { recorded.withLock { $0 } }
  /// The addresses of the requests, in order.
  public var addresses: [String] { requests.map(\.address) }

  /// Records the request, and returns the response of the closure.
  public func send(
    _ request: HTTPRequest, body: Data, limit: ResponseLimit
  ) async throws(OAuthError) -> Reply {
    recorded.withLock { $0.append(request) }
    return try answer(request)
  }

  /// A response with a JSON body.
  public static func json(_ json: JSONObject, status: Int = 200) -> Reply {
    let fields: HTTPFields = [.contentType: "application/json"]
    return (
      HTTPResponse(status: .init(code: status), headerFields: fields), Data(json.serialized())
    )
  }

  /// A response without a body.
  public static func status(_ status: HTTPResponse.Status, _ fields: HTTPFields = [:]) -> Reply {
    (HTTPResponse(status: status, headerFields: fields), Data())
  }
}
