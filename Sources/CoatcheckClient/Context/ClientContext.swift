// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// What a client is: its provider, its identity, and its runtime. It is made once and passed whole to every flow.
public struct ClientContext: Sendable {
  /// The provider that the client is registered with.
  public let provider: Provider
  /// The client as it was registered.
  public let client: ClientIdentity
  /// What requests are sent with and responses are checked by.
  public var runtime: ClientRuntime

  /// Creates a context.
  ///
  /// - Parameters:
  ///   - provider: The provider that the client is registered with.
  ///   - client: The client as it was registered.
  ///   - runtime: What requests are sent with and responses are checked by.
  public init(provider: Provider, client: ClientIdentity, runtime: ClientRuntime) {
    self.provider = provider
    self.client = client
    self.runtime = runtime
  }

  /// The provider's metadata, with the endpoints that this client has to use: those for mutual TLS where it
  /// authenticates with a certificate, or its tokens are bound to one.
  ///
  /// [RFC 8705 §5](https://www.rfc-editor.org/rfc/rfc8705#section-5).
  public var metadata: ServerMetadata { provider.metadata.reached(by: client, runtime.profile) }
  /// The provider's deviations from the specifications.
  public var dialect: Dialect { provider.dialect }

  /// The algorithms that ID tokens may be signed with.
  var idTokenAlgorithms: Set<SignatureAlgorithm> {
    runtime.idTokenAlgorithms ?? provider.metadata.usableIDTokenAlgorithms
  }

  /// The key for the tokens of one sign-in; nil where tokens are not bound to a key.
  ///
  /// - Parameter own: The key of the sign-in; without one, a new key is made.
  /// - Throws: `misused` when no key can be made, or when the profile requires one and the policy makes none.
  func proofKey(_ own: DPoPProver? = nil) throws(OAuthError) -> DPoPProver? {
    let prover = if let own { own } else { try runtime.dpop.prover() }
    try runtime.profile.checkBinding(isBoundToKey: prover != nil)
    return prover
  }

  /// Performs one exchange with the provider.
  ///
  /// - Parameters:
  ///   - exchange: The exchange.
  ///   - prover: The key that the request carries a proof of, if the tokens are bound to one.
  func perform<E: Exchange>(
    _ exchange: E, provedBy prover: DPoPProver? = nil
  ) async throws(OAuthError) -> E.Reply {
    try await runtime.transport.perform(
      exchange, provedBy: prover, environment: runtime.environment, clock: runtime.clock)
  }
}
