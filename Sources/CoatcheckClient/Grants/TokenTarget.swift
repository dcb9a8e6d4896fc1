// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// What a token of a client's own is wanted for. Two that mean the same are equal, in whatever
/// order they say it.
public struct TokenTarget: Sendable, Hashable {
  /// What the token shall be good for; empty leaves it to the server.
  public let scopes: Set<Scope>
  /// The service it is for, by the name that the server has for it (`audience`).
  public let audience: String?
  /// The protected resources it is for, absolute URIs (RFC 8707).
  public let resources: Set<String>
  /// What the token shall be good for in more detail than scopes can say (RFC 9396).
  public let details: [AuthorizationDetail]
  /// Parameters that the server requires besides those of the protocol.
  public let extra: Parameters

  /// A target.
  ///
  /// - Parameters:
  ///   - scopes: What the token shall be good for; empty leaves it to the server.
  ///   - audience: The service it is for, by the name that the server has for it.
  ///   - resources: The protected resources it is for, absolute URIs.
  ///   - details: What the token shall be good for in more detail than scopes can say.
  ///   - extra: Parameters that the server requires besides those of the protocol.
  public init(
    scopes: [Scope] = [], audience: String? = nil, resources: [String] = [],
    details: [AuthorizationDetail] = [], extra: Parameters = [:]
  ) {
    self.scopes = Set(scopes)
    self.audience = audience
    self.resources = Set(resources)
    self.details = details
    self.extra = Parameters(extra.pairs.sorted { $0.name < $1.name }.map { ($0.name, $0.value) })
  }

  /// The request for a token, the same bytes for equal targets.
  func exchange(
    as client: ClientIdentity, at tokenEndpoint: Endpoint, _ dialect: Dialect
  ) -> DirectExchange {
    var extra = extra
    extra["audience"] = audience ?? extra["audience"]
    var exchange = DirectExchange(
      .clientCredentials, scopes: scopes.sorted { $0.rawValue < $1.rawValue }, client: client,
      tokenEndpoint: tokenEndpoint, resources: resources.sorted(), dialect: dialect)
    (exchange.details, exchange.extra) = (details, extra)
    return exchange
  }
}
