// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
public import CoatcheckWeb
public import Hummingbird
import HTTPTypes

/// The request context of routes that need a user: a handler cannot forget the check.
///
/// ```swift
/// let members = router.group(context: SignedIn<AppContext>.self)
/// members.get("albums") { _, context in try await albums(of: context.user, context.session.accessToken()) }
/// ```
///
/// A browser without a user is redirected to the sign-in and returns to the page; a script gets 401.
public struct SignedIn<Base: SignInRequestContext>: ChildRequestContext, SignInRequestContext {
  /// The storage that Hummingbird requires of a context.
  public var coreContext: CoreRequestContextStorage
  /// The storage that ``SignInMiddleware`` has set.
  public var signIn: SignInStorage
  /// The context of the enclosing routes.
  public let base: Base
  /// The signed-in user.
  public let user: WebUser
  /// The session of the browser.
  public let session: WebSession

  /// Creates the context of a request with a signed-in user.
  ///
  /// - Throws: ``SignInRefusal``, which Hummingbird answers, when no user is signed in; `HTTPError`
  ///   with status 500 on routes without ``SignInMiddleware``.
  public init(context: Base) throws {
    guard let visit = context.signIn.visit else { throw HTTPError(.internalServerError) }
    guard let session = visit.session else { throw SignInRefusal(visit.challenge()) }
    coreContext = context.coreContext
    signIn = context.signIn
    base = context
    user = session.user
    self.session = session
  }
}

/// The response in place of a page that the user may not see, or may not see yet: a redirect to the
/// sign-in, a page or JSON.
public struct SignInRefusal: HTTPResponseError {
  private let head: HTTPResponse
  private let body: Data

  init(_ answer: (HTTPResponse, Data)) { (head, body) = answer }

  /// The status of the response.
  public var status: HTTPResponse.Status { head.status }

  /// The response in place of the page, the same for each request.
  ///
  /// - Parameters:
  ///   - request: The request, which is not read.
  ///   - context: The context of the request, which is not read.
  /// - Throws: Nothing. The protocol `HTTPResponseError` allows it.
  public func response(from request: Request, context: some RequestContext) throws -> Response {
    Response((head, body))
  }
}
