// SPDX-License-Identifier: Apache-2.0

/// What a request to a service of the provider proves itself by.
public enum TokenPresentation: String, Sendable, Hashable, CaseIterable {
  /// The access token, in the `Authorization` field with its type.
  case bearer
  /// A signature with the client's secret over the address of the request (OCLC).
  case wskeySignature = "wskey_signature"
}
