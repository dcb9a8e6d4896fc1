// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// The parameters of a token request of the client credentials grant, as the key of a cached token. Two
/// targets with the same values in another order are equal.
public struct TokenTarget: Sendable, Hashable {
  /// The scopes to request; empty leaves them to the authorization server.
  public let scopes: Set<Scope>
  /// The name of the resource server at the authorization server (`audience`); nil for none.
  public let audience: String?
  /// The resource servers where the token will be used, as absolute URIs
  /// ([RFC 8707](https://www.rfc-editor.org/rfc/rfc8707)).
  public let resources: Set<String>
  /// Permissions in more detail than scopes can say
  /// ([RFC 9396](https://www.rfc-editor.org/rfc/rfc9396)).
  public let details: [AuthorizationDetail]
  /// Parameters that the authorization server requires besides those of the protocol.
  public let extra: Parameters

  /// Creates a target.
  ///
  /// - Parameters:
  ///   - scopes: The scopes to request; empty leaves them to the authorization server.
  ///   - audience: The name of the resource server at the authorization server; nil for none.
  ///   - resources: The resource servers where the token will be used, as absolute URIs.
  ///   - details: Permissions in more detail than scopes can say.
  ///   - extra: Parameters that the authorization server requires besides those of the protocol.
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
