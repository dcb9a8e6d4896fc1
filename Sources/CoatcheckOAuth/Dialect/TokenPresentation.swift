// SPDX-License-Identifier: Apache-2.0

/// What authorizes a request to a service of the provider.
public enum TokenPresentation: Sendable, Hashable {
  /// The access token, in the `Authorization` field with its type.
  case bearer
  /// A signature with the client secret over the request. Seen at OCLC.
  case hmacSignature(HMACSignatureScheme)
}
