// SPDX-License-Identifier: Apache-2.0

public import CoatcheckWeb
public import Hummingbird

extension Router where Context: SignInRequestContext {
  /// Adds the sign-in of a website: its own routes, and who sends the requests for all routes that are added
  /// afterwards.
  @discardableResult
  public func signIn(_ web: WebSignIn) -> Self { add(middleware: SignInMiddleware(web)) }
}

extension RouterMethods where Context: SignInRequestContext {
  /// A group of routes whose user must have been authenticated in a certain way. The user is asked for it once.
  public func group(
    _ path: RouterPath = "", requiring requirement: AuthenticationRequirement
  ) -> RouterGroup<Context> {
    group(path).add(middleware: AuthorizationMiddleware(requiring: requirement))
  }

  /// A group of routes for certain users: the others get 403.
  public func group(
    _ path: RouterPath = "", allowing isAllowed: @escaping @Sendable (WebUser) async throws -> Bool
  ) -> RouterGroup<Context> {
    group(path).add(middleware: AuthorizationMiddleware(allowing: isAllowed))
  }
}
