// SPDX-License-Identifier: Apache-2.0

/// What a sign-in with a browser requests where the app names no flow.
public enum AuthorizationFlowChoice: Sendable, Hashable {
  /// An authorization code, which is exchanged for the tokens.
  case code
  /// The tokens themselves, in the fragment of the redirect: the implicit flow, which is legacy. The reason is for
  /// readers of the code. Seen at OCLC.
  case implicit(because: String)
}
