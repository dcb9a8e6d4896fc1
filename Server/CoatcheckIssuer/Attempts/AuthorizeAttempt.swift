// SPDX-License-Identifier: Apache-2.0
public import CoatcheckOAuth

/// An authorization request as the pages hand it to ``AuthorizationServer/authorize(_:)``: its parameters,
/// and what is known about the browser and its user.
public struct AuthorizeInput: Sendable {
  /// The user's decision on the consent page.
  public enum Decision: Sendable, Equatable {
    /// The user has not decided yet.
    case unasked
    /// The user approved these scopes, which the page showed.
    case allowed(scopes: [String])
    /// The user denied the request.
    case denied
  }

  /// The parameters of the request, as the client sent them.
  public let parameters: Parameters
  /// The login session of the browser; nil when no user is signed in.
  public let login: LoginSession?
  /// The identifier of the passage through the sign-in and consent pages that this request ends; nil for a
  /// request that comes from the client. Each identifier yields one code at most.
  public let interaction: String?
  /// The digest of the login session that was begun within this interaction; nil when the user did not sign
  /// in again.
  public let freshLogin: TokenDigest?
  /// The user's decision on the consent page.
  public let decision: Decision

  /// Creates the input for one decision.
  ///
  /// - Parameters:
  ///   - parameters: The parameters of the request, as the client sent them.
  ///   - login: The login session of the browser; nil when no user is signed in.
  ///   - interaction: The identifier of the passage through the pages that this request ends; nil for a
  ///     request that comes from the client.
  ///   - freshLogin: The digest of the login session that was begun within this interaction; nil when the
  ///     user did not sign in again.
  ///   - decision: The user's decision on the consent page; none unless given.
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

/// What to do with an authorization request.
public enum AuthorizeOutcome: Sendable {
  /// Redirect the browser to this URI, which holds the authorization response.
  case redirect(String)
  /// Send a page that posts the authorization response as a form to `action`
  /// ([OAuth 2.0 Form Post Response Mode](https://openid.net/specs/oauth-v2-form-post-response-mode-1_0.html)).
  case form(RegisteredClient, action: String, Parameters)
  /// Show the user an error, and do not redirect: the client or its redirect URI cannot be trusted.
  case page(OAuthError)
  /// Show the user an error, and offer the way back to a client that registered itself
  /// ([RFC 9700 §4.11.2](https://www.rfc-editor.org/rfc/rfc9700#section-4.11.2)).
  case warning(OAuthError, RegisteredClient, AuthorizationResponse.Delivery)
  /// The user must do something first. The parameters are those of the request that the browser repeats
  /// afterwards.
  case interaction(Need, RegisteredClient, redirectURI: String, Parameters)

  /// What the user must do before the request can be decided.
  public enum Need: Sendable, Equatable {
    /// Sign in; `hint` is the `login_hint` of the request, nil without one.
    case login(hint: String?)
    /// Approve or deny these scopes.
    case consent(DirectoryUser, scopes: [String])
    /// Begin again at the client: this interaction has already yielded a code.
    case startAgain
  }
}

/// The state of one authorization request on its way through the pipeline.
struct AuthorizeAttempt: Sendable {
  let ask: AuthorizeInput
  /// The client that pushes the request, and its source address; nil at the authorization endpoint.
  let pusher: (client: PresentedClient, source: String)?
  /// The DPoP proof that came with a pushed request; nil without one.
  let proof: DPoPProof.Received?
  /// The effective parameters: those of the browser's request, those of the pushed request, or those of a
  /// request object.
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
  /// Whether the parameters come from a request object that the client signed.
  var isSigned = false
  var redirectURI: String?
  var request: AuthorizationRequest?
  var scopes: [String] = []
  /// The resource servers that the tokens are requested for: the `resource` parameters
  /// ([RFC 8707 §2](https://www.rfc-editor.org/rfc/rfc8707#section-2)).
  var resources: [String] = []
  /// The claims that the `claims` parameter requests by name.
  var claims = RequestedClaims()
  /// The subject identifiers of the expected users; nil when any user may sign in.
  var expected: [String]?
  var user: DirectoryUser?

  /// What the user must do first. The pipeline stops at the rule that sets it.
  var need: AuthorizeOutcome.Need?
  /// The result at the authorization endpoint: the authorization code.
  var code: Secret?
  /// The result for a pushed request: its `request_uri`.
  var kept: PushedAuthorization?
}
