// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import HTTPTypes

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Signs requests with OCLC's WSKey.
public struct WSKeyAuthorizer: Authorizer {
  /// An authorizer.
  public init() {}

  /// The signature stands for itself.
  public var usesAccessToken: Bool { false }

  /// Signs the request.
  public func authorize(
    _ request: inout HTTPRequest, as session: AuthorizedSession?, environment: Environment
  ) async throws(OAuthError) {
    throw .misused("session", "Not yet.")
  }

  /// Whatever it says, the same signature would be made again.
  public func verdict(
    on response: HTTPResponse, body: Data, to request: HTTPRequest
  ) async -> AuthorizationVerdict { .accepted }
}
