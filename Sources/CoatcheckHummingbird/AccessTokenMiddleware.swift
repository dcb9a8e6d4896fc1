// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckOAuth
public import Hummingbird
import Logging
import NIOCore

/// Passes on requests with a valid access token, and answers all others with an error response.
///
/// ```swift
/// let router = Router(context: APIContext.self)
/// router.group("photos")
///   .add(middleware: AccessTokenMiddleware(server, requiring: .init(scopes: ["photos.read"])))
///   .get { request, context in "Hello, \(context.accessToken?.subject ?? "anonymous")" }
/// ```
///
/// A second one, for a part of the routes of the first, adds to the requirement.
///
/// [RFC 6750 §3](https://www.rfc-editor.org/rfc/rfc6750#section-3),
/// [RFC 9449 §7](https://www.rfc-editor.org/rfc/rfc9449#section-7),
/// [RFC 9470](https://www.rfc-editor.org/rfc/rfc9470).
public struct AccessTokenMiddleware<Context: AccessTokenRequestContext>: RouterMiddleware {
  private let server: ResourceServer
  private let requirement: ResourceRequirement
  private let origin: String

  /// Creates a middleware.
  ///
  /// - Parameters:
  ///   - server: Validates the access tokens.
  ///   - requirement: The scopes and the authentication that a token has to have; unless given, any
  ///     valid token suffices.
  ///   - origin: Scheme, host and port under which clients know this server, such as
  ///     `https://photos.example`; nil for those of the resource's identifier. DPoP proofs are checked
  ///     for it.
  public init(
    _ server: ResourceServer, requiring requirement: ResourceRequirement = ResourceRequirement(),
    origin: String? = nil
  ) {
    self.server = server
    self.requirement = requirement
    let identifier = server.resource.identifier
    self.origin = origin ?? "\(identifier.scheme)://\(identifier.authority)"
  }

  /// Validates the access token of a request, and stores it in the context.
  ///
  /// - Returns: The response of the next handler; without a sufficient token the error response of
  ///   `ResourceServer`.
  /// - Throws: What the next handler throws.
  public func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    var context = context
    do throws(OAuthError) {
      context.accessToken = try await checked(request, context)
    } catch {
      return refusal(error, of: request, context)
    }
    return try await next(request, context)
  }

  /// A token that other middleware has checked already is only checked for this requirement: its proof of
  /// possession can be used only once.
  private func checked(
    _ request: Request, _ context: Context
  ) async throws(OAuthError) -> AccessToken {
    if let token = context.accessToken {
      try server.check(token, for: requirement)
      return token
    }
    return try await server.token(
      of: request.head, at: origin + (request.head.path ?? "/"), requiring: requirement)
  }

  private func refusal(_ error: OAuthError, of request: Request, _ context: Context) -> Response {
    if error.outcome != .refused {
      context.logger.error("an access token cannot be checked", metadata: ["error": "\(error)"])
    }
    let (head, body) = server.response(to: error, of: request.head, requiring: requirement)
    return Response(
      status: head.status, headers: head.headerFields,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
  }
}
