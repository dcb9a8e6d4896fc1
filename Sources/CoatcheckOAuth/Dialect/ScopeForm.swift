// SPDX-License-Identifier: Apache-2.0

/// The separator of the scopes in a text.
public enum ScopeForm: String, Sendable, Hashable, CaseIterable {
  /// A space, as in [RFC 6749 §3.3](https://www.rfc-editor.org/rfc/rfc6749#section-3.3).
  case spaces
  /// A comma. Seen at Weibo.
  case commas

  /// The text of scopes, each once.
  func text(_ scopes: [Scope]) -> String {
    switch self {
    case .spaces: Scope.text(scopes)
    // No scope has a space, so that those in the text are the ones between them.
    case .commas: Scope.text(scopes).replacing(" ", with: ",")
    }
  }
}
