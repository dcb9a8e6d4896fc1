// SPDX-License-Identifier: Apache-2.0
public import CoatcheckClient
public import CoatcheckIssuer
public import CoatcheckOAuth
import Foundation
import HTTPTypes

/// Fetches over HTTP the documents that clients host: key sets and lists of redirect URIs.
///
/// One request is sent, and no redirect is followed. The response may have 64 KiB and take five seconds
/// unless another limit is given. ``OutboundAccess`` decides which addresses are used.
public struct FetchedDocuments: ClientDocuments {
  private let reach: OutboundAccess
  private let issuer: Issuer
  private let limit: ResponseLimit

  /// Creates the reader.
  ///
  /// - Parameters:
  ///   - reach: What sends the requests, and to which addresses.
  ///   - issuer: The issuer identifier of the server whose clients these are.
  ///   - limit: The maximum size of a response in bytes and its maximum duration; 64 KiB and five seconds
  ///     unless given.
  public init(
    over reach: OutboundAccess, for issuer: Issuer,
    limit: ResponseLimit = ResponseLimit(bytes: 64 << 10, deadline: .seconds(5))
  ) {
    self.reach = reach
    self.issuer = issuer
    self.limit = limit
  }

  /// Whether the text is an endpoint address that the ``OutboundAccess`` allows. Nothing is sent.
  public func accepts(_ address: String) -> Bool { endpoint(address) != nil }

  /// Fetches a document.
  ///
  /// - Throws: `misused` when the address is not accepted: nothing was sent. `unreadable` with
  ///   `replyMalformed` when the status is not 200. Errors of the transport: `unreachable` when the
  ///   connection fails or takes too long, `unreadable` when the response is too long.
  public func document(at address: String) async throws(OAuthError) -> [UInt8] {
    guard let endpoint = endpoint(address) else {
      throw .misused("address", "Documents are not fetched from this address.")
    }
    var request = HTTPRequest(
      method: .get, scheme: endpoint.scheme, authority: endpoint.authority, path: endpoint.path)
    request.headerFields[.accept] = "application/json, application/jwk-set+json"
    let (head, body) = try await reach.transport.send(request, body: Data(), limit: limit)
    guard head.status == .ok else {
      throw .unreadable(
        .replyMalformed, "There is no document at the client's address.", status: head.status.code)
    }
    return Array(body)
  }

  private func endpoint(_ address: String) -> Endpoint? {
    guard let endpoint = try? Endpoint(address),
      (try? reach.check(endpoint, for: issuer)) != nil
    else { return nil }
    return endpoint
  }
}
