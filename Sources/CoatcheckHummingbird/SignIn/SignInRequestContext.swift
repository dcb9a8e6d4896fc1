// SPDX-License-Identifier: Apache-2.0

public import CoatcheckWeb
public import Hummingbird

/// What ``SignInMiddleware`` has found out about the sender of a request.
public struct SignInStorage: Sendable {
  /// The visit; nil on routes that were added before the middleware.
  public internal(set) var visit: WebVisit?

  /// Nothing is known yet.
  public init() {}
}

/// A request context of a website whose users sign in.
///
/// ```swift
/// struct AppContext: SignInRequestContext {
///   var coreContext: CoreRequestContextStorage
///   var signIn = SignInStorage()
///   init(source: Source) { coreContext = .init(source: source) }
/// }
/// ```
public protocol SignInRequestContext: RequestContext {
  /// What is known of the sender.
  var signIn: SignInStorage { get set }
}

extension SignInRequestContext {
  /// Who is signed in; nil for no user.
  public var user: WebUser? { signIn.visit?.user }
  /// The session of the browser; nil where no user is signed in.
  public var session: WebSession? { signIn.visit?.session }
}
