// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaS
import Coatcheck
import CoatcheckClient
import CoatcheckCommand
import CoatcheckOAuth

/// What `coatcheck login` is going to do, once its options and the files they name have been read.
struct SignInPlan: Sendable {
  /// Where the endpoints come from.
  enum Place: Sendable {
    /// From the metadata of the issuer.
    case discovered(issuer: String)
    case known(Provider)
    /// From the values that the store has for this installation.
    case made(issuer: String, @Sendable () async throws -> Provider)
  }

  /// How the user, or the program, authenticates.
  enum Way: Sendable {
    /// On the provider's pages, for these scopes; nil for those that suit the provider.
    case browser([Scope]?, AuthorizationOptions = AuthorizationOptions())
    /// With the flow that the closure makes, which may prompt the user at the terminal. A stored session of
    /// the same sign-in is kept if it is valid.
    case direct(@Sendable () async throws -> any SignInFlow)
    /// With this flow; a stored session is replaced.
    case replacing(any SignInFlow)
    /// On the provider's pages, in a protocol of its own. A stored session of the same sign-in is kept if
    /// it is valid.
    case pages(@Sendable (any UserAgent) -> IDaaSBrowserSignIn)
    /// As the client itself, without a user: the client credentials grant.
    case own([Scope])
  }

  let place: Place
  let clientID: String
  var secret: Secret?
  var redirect = RedirectPolicy.loopback
  let way: Way
  /// Whether the tokens are bound to a key.
  var dpop = DPoPPolicy.never

  /// The issuer identifier that the account will have.
  var issuer: String {
    switch place {
    case .discovered(let issuer): issuer
    case .known(let provider): provider.metadata.issuer.text
    case .made(let issuer, _): issuer
    }
  }

  /// The client that signs in.
  ///
  /// - Throws: What the discovery throws.
  func client(asking way: SystemSignIn, in context: CommandContext) async throws -> Client {
    let provider: Provider
    switch place {
    case .known(let known): provider = known
    case .made(_, let make): provider = try await make()
    case .discovered(let issuer):
      provider = try await Provider.discover(
        issuer, transport: context.transport, environment: context.environment)
    }
    return Client(
      of: provider, id: clientID, secret: secret, store: context.store, transport: context.transport
    ) {
      $0.redirect = redirect
      $0.signIn = way
      $0.dpop = dpop
      $0.environment = context.environment
    }
  }
}
