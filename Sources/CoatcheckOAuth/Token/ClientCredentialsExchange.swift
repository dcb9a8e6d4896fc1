// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Asks for a token for the client itself, with nobody present.
///
/// Specification: [RFC 6749 §4.4](https://www.rfc-editor.org/rfc/rfc6749#section-4.4).
public struct ClientCredentialsExchange: TokenExchange {
  private let scopes: [Scope]
  /// The client, which proves who it is.
  public let client: ClientIdentity
  private let tokenEndpoint: Endpoint
  private let extra: Parameters
  /// How the provider bends the rules.
  public let dialect: Dialect

  /// A request for a token.
  ///
  /// - Parameters:
  ///   - scopes: What the token shall be good for; empty leaves it to the server.
  ///   - client: The client, which must have credentials.
  ///   - tokenEndpoint: Where to ask.
  ///   - extra: Parameters a provider wants besides those of the protocol.
  ///   - dialect: How the provider bends the rules.
  public init(
    scopes: [Scope] = [], client: ClientIdentity, tokenEndpoint: Endpoint, extra: Parameters = [:],
    dialect: Dialect = .standard
  ) {
    self.scopes = scopes
    self.client = client
    self.tokenEndpoint = tokenEndpoint
    self.extra = extra
    self.dialect = dialect
  }

  /// The request for the token.
  public func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    // "The client credentials grant type MUST only be used by confidential clients."
    if case .none = client.authentication {
      throw .misused("client", "A client without credentials can't ask for a token of its own.")
    }
    var form: Parameters = ["grant_type": "client_credentials"]
    form["scope"] = try Scope.checkedText(scopes)
    try form.add(extra, reserved: TokenRequest.reserved)
    return try dialect.request(form, for: .clientCredentials, to: tokenEndpoint, as: client)
  }
}
