// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import HTTPTypes

extension IDaaSServer {
  /// The current data of a user with an active session: `id`, `userName`, `name`, `mobile`, `email`, and
  /// `sub`.
  ///
  /// Backends of an application send it too, so no header fields about a device are required; the token
  /// names the client. [OIDC Core §5.3](https://openid.net/specs/openid-connect-core-1_0.html#UserInfo)
  func userInfo(_ request: ServedRequest) async -> ServedResponse {
    let requestID = request.wellFormedRequestID ?? environment.token(bytes: 12)
    do {
      guard let token = Self.bearer(request.head.headerFields) else {
        throw Refusal(.parameterMissing, "Authorization", detail: .missingParameter)
      }
      let presented = try await read(token)
      guard let application = try await tenant.application(presented.clientID) else {
        throw Refusal(.clientUnknown, detail: .unknownClient)
      }
      let alive = try await signedIn(presented, at: environment.now(), in: application)
      var claims = try await userClaims(of: alive.user)
      // "The sub (subject) Claim MUST always be returned in the UserInfo Response."
      claims["sub"] = .string(alive.user.id)
      return .call(.object(claims), requestID: requestID)
    } catch {
      var response = refusal(error, request, requestID)
      if response.head.status == .badRequest {
        // "the resource server MUST include the HTTP "WWW-Authenticate" response header field".
        // https://www.rfc-editor.org/rfc/rfc6750#section-3
        response.head.status = .unauthorized
        let isMissing = request.head.headerFields[.authorization] == nil
        // "If the request lacks any authentication information … the resource server SHOULD NOT include an
        // error code".
        response.head.headerFields[.wwwAuthenticate] =
          isMissing ? "Bearer" : #"Bearer error="invalid_token""#
      }
      return response
    }
  }

  /// The token of an `Authorization` field of the scheme Bearer.
  private static func bearer(_ fields: HTTPFields) -> Secret? {
    guard let field = fields[.authorization] else { return nil }
    let parts = field.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
    let token = parts[1].trimmingCharacters(in: .whitespaces)
    return token.isEmpty ? nil : Secret(token)
  }
}
