// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import Hummingbird

/// A request context that stores the access token which ``AccessTokenMiddleware`` has validated.
///
/// ```swift
/// struct APIContext: AccessTokenRequestContext {
///   var coreContext: CoreRequestContextStorage
///   var accessToken: AccessToken?
///   init(source: Source) { coreContext = .init(source: source) }
/// }
/// ```
public protocol AccessTokenRequestContext: RequestContext {
  /// The access token of the request; nil on routes without the middleware.
  var accessToken: AccessToken? { get set }
}
