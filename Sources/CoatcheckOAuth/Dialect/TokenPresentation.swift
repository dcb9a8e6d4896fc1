// SPDX-License-Identifier: Apache-2.0

/// What authorizes a request to a service of the provider.
public enum TokenPresentation: Sendable, Hashable {
  /// The access token, in the `Authorization` field with its type.
  case bearer
  /// A signature over the request with the client secret. Seen at OCLC.
  case hmacSignature(HMACSignatureScheme)
}
