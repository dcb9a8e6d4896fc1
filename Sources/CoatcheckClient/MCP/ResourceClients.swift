// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// The client registrations of a program at authorization servers that it learns of at run time.
///
/// For each server the client that was registered in advance is used, else the metadata document where
/// the server supports that, else a client that registers itself.
public struct ResourceClients: Sendable {
  /// The client metadata for dynamic client registration.
  public var metadata: ClientMetadata
  /// The URL of the client's own metadata document: its client id at authorization servers that fetch
  /// it from there. Nil if the program has no such document.
  ///
  /// [OAuth Client ID Metadata Document](https://datatracker.ietf.org/doc/draft-ietf-oauth-client-id-metadata-document/).
  public var metadataDocument: Endpoint?
  /// The clients that were registered in advance, by issuer.
  public var registered: [Issuer: ClientIdentity]

  /// Creates the registrations of a program.
  ///
  /// - Parameters:
  ///   - metadata: The client metadata for dynamic client registration.
  ///   - metadataDocument: The URL of the client's own metadata document: an `https` URL with a path.
  ///   - registered: The clients that were registered in advance, by issuer.
  /// - Throws: `misused` naming `metadataDocument` when the URL is not `https` or has no path.
  public init(
    _ metadata: ClientMetadata, metadataDocument: Endpoint? = nil,
    registered: [Issuer: ClientIdentity] = [:]
  ) throws(OAuthError) {
    // "Client identifier URLs MUST have an "https" scheme, MUST contain a path component".
    if let metadataDocument, metadataDocument.scheme != "https" || metadataDocument.path == "/" {
      throw .misused("metadataDocument", "A client id is an HTTPS address with a path.")
    }
    self.metadata = metadata
    self.metadataDocument = metadataDocument
    self.registered = registered
  }

  /// The client at an authorization server: the one that was registered in advance, else the URL of the
  /// metadata document where the server supports that, else a client that is registered now.
  func identity(
    at server: ServerMetadata, registrar: ClientRegistrar
  ) async throws(OAuthError) -> ClientIdentity {
    if let known = registered[server.issuer] { return known }
    if server.clientIDMetadataDocumentSupported, let metadataDocument {
      return ClientIdentity(id: metadataDocument.text)
    }
    guard server.registrationEndpoint != nil else {
      throw .misused(
        "registered",
        "The client is not registered with the issuer, which does not offer dynamic registration.")
    }
    return try await registrar.client(at: server, as: asking(server)).identity()
  }

  /// The metadata with an authentication method that the server supports, where it does not support the
  /// one of the client.
  private func asking(_ server: ServerMetadata) -> ClientMetadata {
    var metadata = metadata
    guard let methods = server.tokenEndpointAuthMethodsSupported,
      !methods.contains(metadata.tokenEndpointAuthMethod ?? "client_secret_basic")
    else { return metadata }
    let usable = ["none", "client_secret_basic", "client_secret_post"]
    metadata.tokenEndpointAuthMethod =
      usable.first(where: methods.contains) ?? metadata.tokenEndpointAuthMethod
    return metadata
  }
}
