// SPDX-License-Identifier: Apache-2.0

extension TenantApplication {
  /// The origin of the texts on the hosted pages.
  ///
  /// A page is served at the origin of the tenant, and users trust its texts. A call needs only the client
  /// identifier, which is public: if any caller could set the texts, an attacker could disguise the page
  /// as something else and get access to an account.
  public enum Words: Sendable {
    /// The tenant's theme. The theme of a call may repeat the listed texts, and cannot set others.
    case tenant(Set<String> = [])
    /// Any caller that knows the client identifier. The value is the operator's reason, for readers of the
    /// configuration.
    case anyCaller(because: String)

    /// Whether the theme of a call may bring this text.
    func admits(_ text: String) -> Bool {
      switch self {
      case .tenant(let listed): listed.contains(text)
      case .anyCaller: true
      }
    }
  }

  /// Reads the members `words` and `words_from_calls`.
  static func words(_ members: TenantMembers) throws(TenantError) -> Words {
    let listed = try members.texts("words")
    guard let reason = try members.optionalText("words_from_calls") else {
      return .tenant(Set(listed ?? []))
    }
    guard listed == nil else { throw members.trouble("words", "stands beside words_from_calls") }
    return .anyCaller(because: reason)
  }
}
