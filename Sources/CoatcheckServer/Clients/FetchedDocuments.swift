// SPDX-License-Identifier: Apache-2.0
public import CoatcheckClient
public import CoatcheckIssuer
public import CoatcheckOAuth
import Foundation
import HTTPTypes

/// Documents of clients, fetched over HTTP.
///
/// One request, no redirect followed, 64 KiB and five seconds at most. Addresses on this machine and in
/// private networks are refused, unless it was said why not. What a name resolves to is the transport's
/// part: give it one that looks, such as `OutsideTransport`.
public struct FetchedDocuments: ClientDocuments {
  /// Which addresses are asked.
  public enum Addresses: Sendable {
    /// `https` outside of this machine and of private networks.
    case outside
    /// Also this machine and private networks, and `http` on this machine.
    case any(because: String)
  }

  private let transport: any HTTPTransport
  private let addresses: Addresses
  private let limit: ResponseLimit

  /// - Parameters:
  ///   - transport: what sends the requests.
  ///   - addresses: which addresses are asked.
  ///   - limit: how much is read, and how long that may take.
  public init(
    over transport: any HTTPTransport, addresses: Addresses = .outside,
    limit: ResponseLimit = ResponseLimit(bytes: 64 << 10, deadline: .seconds(5))
  ) {
    self.transport = transport
    self.addresses = addresses
    self.limit = limit
  }

  /// Whether the address may be asked.
  public func accepts(_ address: String) -> Bool { endpoint(address) != nil }

  /// Fetches a document.
  public func document(at address: String) async throws(OAuthError) -> [UInt8] {
    guard let endpoint = endpoint(address) else {
      throw .misused("address", "This address is not asked.")
    }
    var request = HTTPRequest(
      method: .get, scheme: endpoint.scheme, authority: endpoint.authority, path: endpoint.path)
    request.headerFields[.accept] = "application/json, application/jwk-set+json"
    let (head, body) = try await transport.send(request, body: Data(), limit: limit)
    guard head.status == .ok else {
      throw .unreadable(
        .replyMalformed, "There is no document at the client's address.", status: head.status.code)
    }
    return Array(body)
  }

  private func endpoint(_ address: String) -> Endpoint? {
    guard let endpoint = try? Endpoint(address) else { return nil }
    switch addresses {
    case .any: return endpoint
    case .outside:
      return endpoint.scheme == "https" && !AddressGuard.isInside(endpoint) ? endpoint : nil
    }
  }
}
