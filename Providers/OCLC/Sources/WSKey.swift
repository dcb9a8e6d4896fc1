// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckOAuth

/// Signs requests with a WSKey, version 2.
public typealias WSKeySigner = HMACRequestSigner
/// The user on whose behalf a request with a WSKey signature is sent.
public typealias WSKeyPrincipal = HMACSignaturePrincipal
/// Signs requests with a WSKey: any request, with or without a session.
public typealias WSKeyAuthorizer = HMACSignatureAuthorizer

extension HMACSignatureScheme {
  /// OCLC's WSKey, version 2. The name is no URL to call.
  public static let wskey = HMACSignatureScheme(
    name: "http://www.worldcat.org/wskey/v2/hmac/v1", method: "wskey_hmac",
    lines: ["www.oclc.org", "443", "/wskey"], principalField: "principalID",
    namespaceField: "principalIDNS")
}

extension TokenPresentation {
  /// A signature with the WSKey.
  public static let wskeySignature = TokenPresentation.hmacSignature(.wskey)
}

extension HMACRequestSigner {
  /// Creates a signer.
  ///
  /// - Parameters:
  ///   - clientID: The WSKey.
  ///   - secret: The secret of the WSKey.
  public init(clientID: String, secret: Secret) {
    self.init(clientID: clientID, secret: secret, scheme: .wskey)
  }
}

extension HMACSignaturePrincipal {
  /// Creates a principal.
  ///
  /// - Parameters:
  ///   - id: The user's `principalID`.
  ///   - namespace: The `principalIDNS`, such as `urn:oclc:platform:128807`.
  /// - Throws: `misused` naming the field that is empty or cannot stand in quotes.
  public init(id: String, namespace: String) throws(OAuthError) {
    try self.init(id: id, namespace: namespace, scheme: .wskey)
  }
}

extension HMACSignatureAuthorizer {
  /// Creates an authorizer that signs with the WSKey of the session's client, on behalf of the user whom the
  /// token reply named (`principalID`, `principalIDNS`).
  public init() { self.init(.wskey) }
}
