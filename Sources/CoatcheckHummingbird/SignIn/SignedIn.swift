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
/// A browser without a user is sent to the sign-in and comes back to the page; a script gets 401.
public struct SignedIn<Base: SignInRequestContext>: ChildRequestContext, SignInRequestContext {
  /// What Hummingbird keeps.
  public var coreContext: CoreRequestContextStorage
  /// What is known of the sender.
  public var signIn: SignInStorage
  /// The context of the routes around.
  public let base: Base
  /// Who is signed in.
  public let user: WebUser
  /// The session of the browser.
  public let session: WebSession

  /// The context of a request with a user.
  ///
  /// - Throws: ``SignInRefusal``, which Hummingbird answers, when no user is signed in.
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

/// An answer in place of a page that a user may not see, or may not see yet.
public struct SignInRefusal: HTTPResponseError {
  private let head: HTTPResponse
  private let body: Data

  init(_ answer: (HTTPResponse, Data)) { (head, body) = answer }

  /// The status of the answer.
  public var status: HTTPResponse.Status { head.status }

  /// The answer.
  public func response(from request: Request, context: some RequestContext) throws -> Response {
    Response((head, body))
  }
}
