// SPDX-License-Identifier: Apache-2.0

extension ServerMetadata {
  /// The metadata for a client that connects with a TLS certificate: each endpoint in
  /// ``mtlsEndpointAliases`` is replaced by its alias, except those that a browser is sent to.
  ///
  /// [RFC 8705 §5](https://www.rfc-editor.org/rfc/rfc8705#section-5).
  public var forMutualTLS: ServerMetadata {
    var metadata = self
    // "a client intending to do mutual TLS […] when making a request directly to the authorization
    // server MUST use the alias URL of the endpoint within the "mtls_endpoint_aliases", when present,
    // in preference to the endpoint URL of the same name at the top level of metadata."
    for (name, path) in Self.endpoints {
      guard !Self.browserEndpoints.contains(name), let alias = mtlsEndpointAliases[name] else {
        continue
      }
      metadata[keyPath: path] = alias
    }
    return metadata
  }
  /// The endpoints that a browser requests, and not the client itself.
  private static let browserEndpoints: Set = [
    "authorization_endpoint", "end_session_endpoint", "check_session_iframe",
  ]
}
