// SPDX-License-Identifier: Apache-2.0

public import CoatcheckWeb
public import Hummingbird

/// Lets requests through whose user was authenticated as required, and may do what follows.
public struct AuthorizationMiddleware<Context: SignInRequestContext>: RouterMiddleware {
  private let requirement: AuthenticationRequirement?
  private let isAllowed: @Sendable (WebUser) async throws -> Bool

  /// A middleware.
  ///
  /// - Parameters:
  ///   - requirement: How the user must have been authenticated; nil for any way.
  ///   - isAllowed: Whether the user may do what follows.
  public init(
    requiring requirement: AuthenticationRequirement? = nil,
    allowing isAllowed: @escaping @Sendable (WebUser) async throws -> Bool = { _ in true }
  ) {
    self.requirement = requirement
    self.isAllowed = isAllowed
  }

  /// Checks the user of a request.
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
