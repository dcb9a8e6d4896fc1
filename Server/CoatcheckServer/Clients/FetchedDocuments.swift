// SPDX-License-Identifier: Apache-2.0
public import CoatcheckClient
public import CoatcheckIssuer
public import CoatcheckOAuth
import Foundation
import HTTPTypes

/// Documents of clients, fetched over HTTP.
///
/// One request, no redirect followed, 64 KiB and five seconds at most. Which addresses are asked is said by
/// the ``OutboundAccess``.
public struct FetchedDocuments: ClientDocuments {
  private let reach: OutboundAccess
  private let issuer: Issuer
  private let limit: ResponseLimit

  /// - Parameters:
  ///   - reach: How clients are reached.
  ///   - issuer: The issuer they are clients of.
  ///   - limit: How much is read, and how long that may take.
  public init(
    over reach: OutboundAccess, for issuer: Issuer,
    limit: ResponseLimit = ResponseLimit(bytes: 64 << 10, deadline: .seconds(5))
  ) {
    self.reach = reach
    self.issuer = issuer
    self.limit = limit
  }

  /// Whether the address may be asked.
  public func accepts(_ address: String) -> Bool { endpoint(address) != nil }

  /// Fetches a document.
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
