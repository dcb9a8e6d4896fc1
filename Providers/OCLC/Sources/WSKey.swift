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
  /// The scheme of OCLC's WSKey, version 2. Its name has the form of a URL, which is never requested.
  public static let wskey = HMACSignatureScheme(
    name: "http://www.worldcat.org/wskey/v2/hmac/v1", method: "wskey_hmac",
    lines: ["www.oclc.org", "443", "/wskey"], principalField: "principalID",
    namespaceField: "principalIDNS")
}

extension TokenPresentation {
  /// A signature with the WSKey, in place of the access token.
  public static let wskeySignature = TokenPresentation.hmacSignature(.wskey)
}

extension HMACRequestSigner {
  /// Creates a signer for requests with a WSKey.
  ///
  /// - Parameters:
  ///   - clientID: The WSKey.
  ///   - secret: The secret of the WSKey.
  public init(clientID: String, secret: Secret) {
    self.init(clientID: clientID, secret: secret, scheme: .wskey)
  }
}

extension HMACSignaturePrincipal {
  /// Creates a principal: the user on whose behalf requests are signed.
  ///
  /// - Parameters:
  ///   - id: The user's `principalID`.
  ///   - namespace: The `principalIDNS`, such as `urn:oclc:platform:128807`.
  /// - Throws: `misused` naming the field that is empty, or has characters that cannot stand in a quoted
  ///   string.
  public init(id: String, namespace: String) throws(OAuthError) {
    try self.init(id: id, namespace: namespace, scheme: .wskey)
  }
}

extension HMACSignatureAuthorizer {
  /// Creates an authorizer that signs with the WSKey of the session's client, on behalf of the user that
  /// the token response named (`principalID`, `principalIDNS`).
  public init() { self.init(.wskey) }
}
