// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

extension Provider {
  /// Determines the provider of a user from the identifier that the user enters, and requests its
  /// metadata.
  ///
  /// ```swift
  /// let provider = try await Provider.find(by: "joe@example.com", transport: transport)
  /// ```
  ///
  /// The host in the identifier is trusted to name the issuer, and no more: the user that signs in
  /// there is a user of that issuer, not necessarily the one whose identifier was entered.
  /// [OIDC Discovery §2](https://openid.net/specs/openid-connect-discovery-1_0.html#IssuerDiscovery).
  ///
  /// - Parameters:
  ///   - identifier: What the user entered: an e-mail address, or the URL of a page of theirs.
  ///   - transport: Sends the requests.
  ///   - addresses: The rules for the addresses that the host may name.
  ///   - environment: The wall clock for the responses.
  /// - Throws: `misused` naming `name` when there is no host in it; `unreadable` when the host
  ///   knows no issuer, when the issuer is not one that may be asked, or its document is another's;
  ///   else what the transport threw.
  public static func find(
    by identifier: String, transport: any HTTPTransport, addresses: AddressGuard = .standard,
    environment: RuntimeEnvironment = .live
  ) async throws(OAuthError) -> Provider {
    let exchange = try WebFingerExchange(name: identifier)
    let issuer = try await transport.perform(exchange, limit: .metadata, environment: environment)
    try addresses.check(issuer.wellKnown(.openIDConfiguration), namedBy: exchange.endpoint)
    let provider = try await discover(
      issuer.text, transport: transport, environment: environment)
    try addresses.check(provider.metadata, namedBy: exchange.endpoint)
    return provider
  }
}
