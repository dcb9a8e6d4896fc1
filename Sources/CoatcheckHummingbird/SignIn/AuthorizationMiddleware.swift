// SPDX-License-Identifier: Apache-2.0

public import CoatcheckWeb
public import Hummingbird

/// Passes on requests of users that were authenticated as required and are allowed to use the routes.
public struct AuthorizationMiddleware<Context: SignInRequestContext>: RouterMiddleware {
  private let requirement: AuthenticationRequirement?
  private let isAllowed: @Sendable (WebUser) async throws -> Bool

  /// Creates a middleware.
  ///
  /// - Parameters:
  ///   - requirement: How the user must have been authenticated; nil for any authentication.
  ///   - isAllowed: Whether the user may use the routes; false is answered with 403. An error that it
  ///     throws ends the request: ``SignInMiddleware`` answers an `OAuthError` of the session, and
  ///     Hummingbird any other.
  public init(
    requiring requirement: AuthenticationRequirement? = nil,
    allowing isAllowed: @escaping @Sendable (WebUser) async throws -> Bool = { _ in true }
  ) {
    self.requirement = requirement
    self.isAllowed = isAllowed
  }

  /// Checks the user of a request.
  ///
  /// - Throws: ``SignInRefusal``, which Hummingbird answers, when no user is signed in, the user is not
  ///   allowed or has to be authenticated again; the error of the closure; `HTTPError` with status 500
  ///   without ``SignInMiddleware``; what the next handler throws.
  public func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    guard let visit = context.signIn.visit else { throw HTTPError(.internalServerError) }
    guard let user = visit.user else { throw SignInRefusal(visit.challenge()) }
    guard try await isAllowed(user) else { throw SignInRefusal(visit.refusal()) }
    if let requirement, let answer = visit.challenge(unless: requirement) {
      throw SignInRefusal(answer)
    }
    return try await next(request, context)
  }
}
