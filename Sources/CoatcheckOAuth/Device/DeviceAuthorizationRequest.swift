// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

/// A device authorization request as the server reads it. Only its form has been checked.
public struct DeviceAuthorizationRequest: Sendable {
  /// The requested scopes; nil when the client leaves them to the server.
  public let scopes: [Scope]?
  /// The protected resources for which the token is requested; empty leaves them to the server.
  public let resources: [String]
  /// The client that the request names, not authenticated yet.
  public let client: PresentedClient
  /// The parameters that this module does not know.
  public let extra: Parameters

  /// Reads a request as strictly as ``TokenRequest``.
  ///
  /// - Parameters:
  ///   - head: The head of the HTTP request.
  ///   - body: Its body: a form of at most 65,536 bytes.
  /// - Throws: `refused` with the code of
  ///   [RFC 6749 §5.2](https://www.rfc-editor.org/rfc/rfc6749#section-5.2):
  ///   ``OAuthError/Code/invalidRequest`` for another method than `POST` (405) or a form that cannot be
  ///   read, ``OAuthError/Code/invalidClient`` for client credentials that cannot be read,
  ///   ``OAuthError/Code/invalidScope`` for a malformed scope; ``OAuthError/Code/invalidTarget`` for a
  ///   malformed resource.
  public init(head: HTTPRequest, body: Data) throws(OAuthError) {
    let form = try FormRequest.parameters(head: head, body: body, repeatable: ["resource"])
    client = try PresentedClient(fields: head.headerFields, form: form)
    scopes = try TokenRequest.Grant.scopes(in: form)
    resources = try ResourceIndicator.read(in: form)
    extra = form.without(TokenRequest.reserved.union(["resource"]))
  }
}
