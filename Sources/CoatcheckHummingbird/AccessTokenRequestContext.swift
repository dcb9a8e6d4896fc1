// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import Hummingbird

/// A request context with room for the access token that ``AccessTokenMiddleware`` has checked.
///
/// ```swift
/// struct APIContext: AccessTokenRequestContext {
///   var coreContext: CoreRequestContextStorage
///   var accessToken: AccessToken?
///   init(source: Source) { coreContext = .init(source: source) }
/// }
/// ```
public protocol AccessTokenRequestContext: RequestContext {
  /// The token of the request; nil on routes that need none.
  var accessToken: AccessToken? { get set }
}
