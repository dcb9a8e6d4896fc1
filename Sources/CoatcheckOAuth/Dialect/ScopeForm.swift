// SPDX-License-Identifier: Apache-2.0

/// The separator of the scopes in a text.
public enum ScopeForm: String, Sendable, Hashable, CaseIterable {
  /// A space, as in [RFC 6749 §3.3](https://www.rfc-editor.org/rfc/rfc6749#section-3.3).
  case spaces
  /// A comma. Seen at Weibo.
  case commas

  /// The scopes as the value of the parameter `scope`, without duplicates.
  func text(_ scopes: [Scope]) -> String {
    switch self {
    case .spaces: Scope.text(scopes)
    // A scope has no spaces, so that each space in the text is a separator.
    case .commas: Scope.text(scopes).replacing(" ", with: ",")
    }
  }
}
