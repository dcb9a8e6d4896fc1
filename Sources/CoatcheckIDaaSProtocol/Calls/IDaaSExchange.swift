// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth
public import HTTPTypes

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One call of the interface at a tenant, with its reply.
public struct IDaaSExchange<Call: IDaaSCall>: Exchange {
  /// What is called.
  public let call: Call
  /// The tenant's origin: `https://tenant.example`.
  public let origin: Endpoint
  /// Who calls.
  public let caller: Caller

  /// A call.
  public init(_ call: Call, at origin: Endpoint, by caller: Caller) {
    self.call = call
    self.origin = origin
    self.caller = caller
  }

  /// The request: the call's message, and the caller's fields.
  public func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    let message = try call.message()
    let query = message.query.isEmpty ? "" : "?" + message.query.encoded
    var head = HTTPRequest(
      method: Call.method, scheme: origin.scheme, authority: origin.authority,
      path: Call.path + query)
    head.headerFields = message.fields
    for (name, value) in caller.fields {
      guard let name = HTTPField.Name(name) else { continue }
      head.headerFields[name] = value
    }
    head.headerFields[.accept] = "application/json"
    guard Call.method != .get else { return (head, Data()) }
    head.headerFields[.contentType] = "application/json"
    return (head, Data(message.body.serialized()))
  }

  /// Reads the answer, or the no.
  public func reply(
    head: HTTPResponse, body: Data, receivedAt: Date
  ) throws(OAuthError) -> Call.Reply {
    let json: JSONValue =
      body.isEmpty ? .null : (try? JSONValue(parsing: [UInt8](body))) ?? .null
    guard head.status.code == 200 else {
      throw .refused(.serverError, "The identity service refused.", status: head.status.code)
    }
    return try Call.reply(json)
  }
}
