// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Exchanges what the client already has for tokens.
public struct DirectExchange: TokenExchange {
  private let grant: DirectGrant
  private let scopes: [Scope]
  /// The client, which proves who it is.
  public let client: ClientIdentity
  private let tokenEndpoint: Endpoint
  private let extra: Parameters
  /// How the provider bends the rules.
  public let dialect: Dialect

  /// An exchange.
  ///
  /// - Parameters:
  ///   - grant: What the client has.
  ///   - scopes: What the token shall be good for; empty leaves it to the server.
  ///   - client: The client.
  ///   - tokenEndpoint: Where to ask.
  ///   - extra: Parameters a provider wants besides those of the protocol.
  ///   - dialect: How the provider bends the rules.
  public init(
    _ grant: DirectGrant, scopes: [Scope] = [], client: ClientIdentity, tokenEndpoint: Endpoint,
    extra: Parameters = [:], dialect: Dialect = .standard
  ) {
    self.grant = grant
    self.scopes = scopes
    self.client = client
    self.tokenEndpoint = tokenEndpoint
    self.extra = extra
    self.dialect = dialect
  }

  /// The request for the tokens.
  ///
  /// - Throws: `misused` naming the parameter that is empty or reserved.
  public func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    var form = grant.parameters
    switch grant {
    case .clientCredentials:
      // "The client credentials grant type MUST only be used by confidential clients."
      if case .none = client.authentication {
        throw .misused("client", "A client without credentials can't ask for a token of its own.")
      }
    case .password:
      try form.require("username", "password")
    case .assertion: try form.require("grant_type", "assertion")
    case .draftAssertion: try form.require("assertion_type", "assertion")
    case .other: try form.require("grant_type")
    }
    form["scope"] = try Scope.checkedText(scopes)
    try form.add(
      extra, reserved: TokenRequest.reserved.union(["username", "password", "assertion"]))
    return try dialect.request(form, for: grant.step, to: tokenEndpoint, as: client)
  }
}

extension Parameters {
  fileprivate func require(_ names: String...) throws(OAuthError) {
    for name in names where self[name] == nil {
      throw .misused(name, "This parameter is empty.")
    }
  }
}
