// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth

/// The client contexts of a website's providers. Each is made once the provider's metadata is known.
actor ProviderContexts {
  /// The runtimes for requests to each provider, which do not need its metadata.
  private nonisolated let runtimes: [String: ClientRuntime]
  private let environment: RuntimeEnvironment
  private var contexts: [String: ClientContext] = [:]
  private var flights: [String: Task<Result<ClientContext, OAuthError>, Never>] = [:]
  private var failures: [String: (until: Duration, error: OAuthError)] = [:]

  init(_ providers: [WebProvider], transport: any HTTPTransport, options: WebSignInOptions) {
    environment = options.environment
    runtimes = Dictionary(
      uniqueKeysWithValues: providers.map { ($0.name, $0.runtime(over: transport, options)) })
  }

  /// The runtime for requests to a provider. Sessions need nothing else, so that users stay signed in at a
  /// server that starts while the provider is unavailable.
  nonisolated func runtime(of provider: WebProvider) -> ClientRuntime? { runtimes[provider.name] }

  /// The client context of a provider.
  ///
  /// - Throws: As `Provider.discover`. After a failure, discovery is tried again only after a few seconds.
  func context(of provider: WebProvider) async throws(OAuthError) -> ClientContext {
    if let context = contexts[provider.name] { return context }
    let now = environment.uptime()
    if let failure = failures[provider.name], now < failure.until { throw failure.error }
    guard let runtime = runtimes[provider.name] else {
      throw .misused("provider", "The site has no such provider.")
    }
    let flight = flights[provider.name] ?? Task { await Self.context(of: provider, runtime) }
    flights[provider.name] = flight
    let result = await flight.value
    flights[provider.name] = nil
    switch result {
    case .success(let context):
      contexts[provider.name] = context
      return context
    case .failure(let error):
      failures[provider.name] = (environment.uptime() + WebSignIn.pause, error)
      throw error
    }
  }

  private static func context(
    of provider: WebProvider, _ runtime: ClientRuntime
  ) async -> Result<ClientContext, OAuthError> {
    do throws(OAuthError) {
      let found =
        switch provider.source {
        case .known(let known): known
        case .issuer(let issuer):
          try await Provider.discover(
            issuer, name: provider.title, transport: runtime.transport,
            environment: runtime.environment)
        }
      return .success(
        ClientContext(provider: found, client: provider.identity(at: found), runtime: runtime))
    } catch {
      return .failure(error)
    }
  }
}
