// SPDX-License-Identifier: Apache-2.0

public import CoatcheckWeb
public import Hummingbird

extension Router where Context: SignInRequestContext {
  /// Adds the sign-in of a website: its own routes, and the user of the request for all routes that are
  /// added afterwards.
  @discardableResult
  public func signIn(_ web: WebSignIn) -> Self { add(middleware: SignInMiddleware(web)) }
}

extension RouterMethods where Context: SignInRequestContext {
  /// A group of routes that require a certain authentication of the user. A user that does not meet it
  /// is asked to sign in again, once.
  ///
  /// - Parameters:
  ///   - path: The path of the group, relative to this one; empty for the same path.
  ///   - requirement: How the user must have been authenticated.
  public func group(
    _ path: RouterPath = "", requiring requirement: AuthenticationRequirement
  ) -> RouterGroup<Context> {
    group(path).add(middleware: AuthorizationMiddleware(requiring: requirement))
  }

  /// A group of routes for certain users: all others get a response with status 403.
  ///
  /// - Parameters:
  ///   - path: The path of the group, relative to this one; empty for the same path.
  ///   - isAllowed: Whether the user may use the routes. An error that it throws ends the request, as
  ///     with ``AuthorizationMiddleware``.
  public func group(
    _ path: RouterPath = "", allowing isAllowed: @escaping @Sendable (WebUser) async throws -> Bool
  ) -> RouterGroup<Context> {
    group(path).add(middleware: AuthorizationMiddleware(allowing: isAllowed))
  }
}
