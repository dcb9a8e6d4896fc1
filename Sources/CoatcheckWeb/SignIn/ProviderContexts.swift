// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth

/// The providers of a website as its clients reach them, each as soon as its metadata is known.
actor ProviderContexts {
  /// How long a provider that did not answer is not asked again.
  private static let pause = Duration.seconds(5)

  private let transport: any HTTPTransport
  private let options: WebSignInOptions
  private var contexts: [String: ClientContext] = [:]
  private var flights: [String: Task<Result<ClientContext, OAuthError>, Never>] = [:]
  private var failures: [String: (until: Duration, error: OAuthError)] = [:]

  init(transport: any HTTPTransport, options: WebSignInOptions) {
    self.transport = transport
    self.options = options
  }

  /// The client at a provider.
  ///
  /// - Throws: As `Provider.discover`. It is asked again after a few seconds.
  func context(of provider: WebProvider) async throws(OAuthError) -> ClientContext {
    if let context = contexts[provider.name] { return context }
    let now = options.environment.uptime()
    if let failure = failures[provider.name], now < failure.until { throw failure.error }
    let flight =
      flights[provider.name]
      ?? Task { [transport, options] in
        await Self.context(of: provider, transport, options)
      }
    flights[provider.name] = flight
    let result = await flight.value
    flights[provider.name] = nil
    switch result {
    case .success(let context):
      contexts[provider.name] = context
      return context
    case .failure(let error):
      failures[provider.name] = (options.environment.uptime() + Self.pause, error)
      throw error
    }
  }

  private static func context(
    of provider: WebProvider, _ transport: any HTTPTransport, _ options: WebSignInOptions
  ) async -> Result<ClientContext, OAuthError> {
    do throws(OAuthError) {
      let found =
        switch provider.source {
        case .known(let known): known
        case .issuer(let issuer):
          try await Provider.discover(
            issuer, name: provider.title, transport: transport, environment: options.environment)
        }
      // The store of this client is never used: each session has one of its own.
      let client = Client(
        of: found, id: provider.clientID, secret: provider.secret, store: MemoryTokenStore(),
        transport: transport
      ) {
        $0 = provider.client
        $0.environment = options.environment
        $0.logger = options.logger
      }
      return .success(client.context)
    } catch {
      return .failure(error)
    }
  }
}
