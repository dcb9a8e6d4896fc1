// SPDX-License-Identifier: Apache-2.0

/// What an app may say about a sign-in besides its scopes.
public struct AuthorizationOptions: Sendable {
  /// What the server prompts the user for: `login`, `consent`, `select_account` or
  /// `none`.
  public var prompt: [String] = []
  /// The maximum age of the user's last sign-in, in seconds. The ID token is checked for it.
  public var maxAge: Int?
  /// Who is likely to sign in: an address or a name to fill in.
  public var loginHint: String?
  /// The classes of authentication wished for, best first.
  public var acrValues: [String] = []
  /// The languages of the user, best first.
  public var uiLocales: [String] = []
  /// The APIs the tokens shall be good for, as absolute URIs (RFC 8707).
  public var resources: [String] = []
  /// What is asked for in more detail than scopes can (RFC 9396).
  public var details: [AuthorizationDetail] = []
  /// The claims that are asked for one by one.
  public var claims = ClaimsRequest()
  /// The thumbprint of the key that the code shall be bound to (RFC 9449 §10).
  public var dpopThumbprint: String?
  /// When the request is pushed (RFC 9126).
  public var pushing = PARPolicy.whenRequired
  /// How the answer comes back.
  public var responseMode: ResponseMode = .query
  /// Parameters a provider wants besides those of the protocol.
  public var extra: Parameters = [:]

  /// Nothing special.
  public init() {}
}
