// SPDX-License-Identifier: Apache-2.0

public import CoatcheckWeb
public import Hummingbird

/// The part of a request context in which ``SignInMiddleware`` stores the user.
public struct SignInStorage: Sendable {
  /// The request with its session; nil on routes that were added before the middleware.
  public internal(set) var visit: WebVisit?

  /// Creates an empty storage.
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
  /// The storage that ``SignInMiddleware`` sets.
  var signIn: SignInStorage { get set }
}

extension SignInRequestContext {
  /// The signed-in user; nil if no user is signed in.
  public var user: WebUser? { signIn.visit?.user }
  /// The session of the browser; nil if no user is signed in.
  public var session: WebSession? { signIn.visit?.session }
}
