// SPDX-License-Identifier: Apache-2.0

extension ServerMetadata {
  /// The same issuer as a client sees it that shows a TLS certificate: where an endpoint has an alias,
  /// the alias stands in its place.
  ///
  /// [RFC 8705 §5](https://www.rfc-editor.org/rfc/rfc8705#section-5).
  public var forMutualTLS: ServerMetadata {
    var metadata = self
    // "a client intending to do mutual TLS […] when making a request directly to the authorization
    // server MUST use the alias URL of the endpoint within the "mtls_endpoint_aliases", when present,
    // in preference to the endpoint URL of the same name at the top level of metadata."
    for (name, path) in Self.endpoints {
      // Browsers are sent to it: it is not a request of the client's.
      guard name != "authorization_endpoint", let alias = mtlsEndpointAliases[name] else {
        continue
      }
      metadata[keyPath: path] = alias
    }
    return metadata
  }
}
