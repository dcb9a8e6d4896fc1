// SPDX-License-Identifier: Apache-2.0

public import CoatcheckWeb
import CoatcheckFoundation
import CoatcheckOAuth
public import Hummingbird
import HTTPTypes
import Logging
import NIOCore

/// Serves the routes of the sign-in, and determines the user of all other requests.
///
/// It applies to the routes that are added after it: add it first.
public struct SignInMiddleware<Context: SignInRequestContext>: RouterMiddleware {
  private let web: WebSignIn

  /// Creates a middleware.
  public init(_ web: WebSignIn) { self.web = web }

  /// Answers a request to a route of the sign-in, or passes it on with the user in the context.
  ///
  /// - Throws: `HTTPError` with status 503 when the sessions cannot be read, and with 413 when the body
  ///   of a sign-in request is too long; what the next handler throws, unless it is an error of the
  ///   session, which is answered here.
  public func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    if web.owns(request.head) { return try await answer(request, context) }
    let visit: WebVisit
    do {
      visit = try await web.visit(request.head)
    } catch {
      // Without the store the user is unknown, so no page may be shown.
      context.logger.error("the sessions cannot be read", metadata: ["error": "\(error)"])
      throw HTTPError(
        .serviceUnavailable, headers: [.retryAfter: RetryAfter.value(WebSignIn.pause)])
    }
    var context = context
    context.signIn.visit = visit
    var response: Response
    do {
      response = try await next(request, context)
    } catch let error as any HTTPResponseError {
      // The router would make a response of it outside of this middleware, without the header fields of the
      // session.
      response = try error.response(from: request, context: context)
    } catch {
      guard let answer = visit.answer(to: error) else { throw error }
      context.logger.info("a page is not shown", metadata: ["error": "\(error)"])
      response = Response(answer)
    }
    visit.finish(&response.head)
    return response
  }

  private func answer(_ request: Request, _ context: Context) async throws -> Response {
    let body: ByteBuffer
    do {
      body = try await request.body.collect(upTo: WebSignIn.maximumBodyLength)
    } catch is NIOTooManyBytesError {
      throw HTTPError(.contentTooLarge)
    }
    return Response(await web.answer(request.head, body: Data(body.readableBytesView)))
  }
}

extension Response {
  /// Converts a response of the sign-in.
  init(_ answer: (head: HTTPResponse, body: Data)) {
    self.init(
      status: answer.head.status, headers: answer.head.headerFields,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
  }
}
