// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

/// A request for a device code, as the server reads it. Nothing in it has been checked but its form.
public struct DeviceAuthorizationRequest: Sendable {
  /// What the tokens shall be good for; nil when the client leaves it to the server.
  public let scopes: [Scope]?
  /// The protected resources that the token is wanted for; empty leaves it to the server.
  public let resources: [String]
  /// Who the client says it is.
  public let client: PresentedClient
  /// Parameters with no meaning here.
  public let extra: Parameters

  /// Reads a request as strictly as ``TokenRequest``.
  ///
  /// - Throws: `refused` with the code of
  ///   [RFC 6749 §5.2](https://www.rfc-editor.org/rfc/rfc6749#section-5.2).
  public init(head: HTTPRequest, body: Data) throws(OAuthError) {
    let form = try FormRequest.parameters(head: head, body: body, repeatable: ["resource"])
    client = try PresentedClient(fields: head.headerFields, form: form)
    scopes = try TokenRequest.Grant.scopes(in: form)
    resources = try ResourceIndicator.read(in: form)
    extra = form.without(TokenRequest.reserved.union(["resource"]))
  }
}
