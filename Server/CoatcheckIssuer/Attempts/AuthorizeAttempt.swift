// SPDX-License-Identifier: Apache-2.0
public import CoatcheckOAuth

/// What the pages know when they ask the issuer about an authorization request.
public struct AuthorizeInput: Sendable {
  /// What the user said on the consent page.
  public enum Decision: Sendable { case unasked, allowed, denied }

  /// The request's parameters, as the client sent them.
  public let parameters: Parameters
  /// The browser's sign-in, if it has a live one.
  public let login: LoginSession?
  /// The interaction this ask finishes; nil when it comes straight from the client.
  public let interaction: String?
  /// The sign-in that took place within this interaction.
  public let freshLogin: TokenDigest?
  /// What the user said.
  public let decision: Decision

  /// Describes an ask.
  public init(
    parameters: Parameters, login: LoginSession?, interaction: String? = nil,
    freshLogin: TokenDigest? = nil, decision: Decision = .unasked
  ) {
    self.parameters = parameters
    self.login = login
    self.interaction = interaction
    self.freshLogin = freshLogin
    self.decision = decision
  }
}

/// What the issuer answers.
public enum AuthorizeOutcome: Sendable {
  /// Send the browser there: the code or a refusal for the client.
  case redirect(String)
  /// Have the browser post a form there, with the code or a refusal for the client.
  case form(RegisteredClient, action: String, Parameters)
  /// Show the user an error: the client or its redirect URI is not to be trusted.
  case page(OAuthError)
  /// Show the user an error, and let them continue to a client that is not trusted.
  case warning(OAuthError, RegisteredClient, AuthorizationResponse.Delivery)
  /// The user must do something first. The parameters are those to come back with.
  case interaction(Need, RegisteredClient, redirectURI: String, Parameters)

  /// What the user must do.
  public enum Need: Sendable, Equatable {
    /// Sign in; the user name the client suggests.
    case login(hint: String?)
    /// Ask the user to approve these scopes.
    case consent(DirectoryUser, scopes: [String])
    /// Begin again at the client: this interaction was already finished.
    case startAgain
  }
}

/// The state of one authorization request on its way through the pipeline.
struct AuthorizeAttempt: Sendable {
  let ask: AuthorizeInput
  /// The client that pushes the request, and its source address; nil at the authorization endpoint.
  let pusher: (client: PresentedClient, source: String)?
  /// The proof of a key that came with a request that is left.
  let proof: DPoPProof.Received?
  /// The effective parameters: those of the browser's request, those that were pushed, or those of a
  /// signed object.
  var parameters: Parameters

  init(
    ask: AuthorizeInput, pusher: (client: PresentedClient, source: String)? = nil,
    proof: DPoPProof.Received? = nil
  ) {
    self.ask = ask
    self.pusher = pusher
    self.proof = proof
    parameters = ask.parameters
  }

  // Established by the rules, in this order.
  var pushed: PushedRequest?
  var client: RegisteredClient?
  /// Whether the parameters come from an object that the client signed.
  var isSigned = false
  var redirectURI: String?
  var request: AuthorizationRequest?
  var scopes: [String] = []
  /// The APIs the tokens are wanted for.
  var resources: [String] = []
  /// The claims that were asked for one by one.
  var claims = RequestedClaims()
  /// The users who may be meant; nil when any user may be.
  var expected: [String]?
  var user: DirectoryUser?

  /// Set by a rule that needs the user; the pipeline stops there.
  var need: AuthorizeOutcome.Need?
  /// The result.
  var code: Secret?
  /// The result where the request is only left.
  var kept: PushedAuthorization?
}
