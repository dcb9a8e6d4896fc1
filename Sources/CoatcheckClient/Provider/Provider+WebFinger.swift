// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

extension Provider {
  /// Finds the provider of somebody by what they call themselves, and asks it for its metadata.
  ///
  /// ```swift
  /// let provider = try await Provider.find(by: "joe@example.com", transport: transport)
  /// ```
  ///
  /// The host in the name says who the issuer is, and is believed so far: whoever signs in there is somebody at that
  /// issuer, not whoever was typed.
  /// [OIDC Discovery §2](https://openid.net/specs/openid-connect-discovery-1_0.html#IssuerDiscovery).
  ///
  /// - Parameters:
  ///   - person: What a person typed: an e-mail address, or the address of a page of theirs.
  ///   - transport: What sends the requests.
  ///   - addresses: Which addresses the host may name.
  ///   - environment: The clock.
  /// - Throws: `misused` naming `name` when there is no host in it; `unreadable` when the host knows no issuer, when
  ///   the issuer is not one that may be asked, or its document is another's; else what the transport threw.
  public static func find(
    by person: String, transport: any HTTPTransport, addresses: AddressGuard = .standard,
    environment: RuntimeEnvironment = .live
  ) async throws(OAuthError) -> Provider {
    let exchange = try WebFingerExchange(name: person)
    let issuer = try await transport.perform(exchange, limit: .metadata, environment: environment)
    try addresses.check(issuer.wellKnown(.openIDConfiguration), namedBy: exchange.endpoint)
    return try await discover(issuer.text, transport: transport, environment: environment)
  }
}
