// SPDX-License-Identifier: Apache-2.0

extension TenantApplication {
  /// Who writes the words of the hosted pages.
  ///
  /// A page stands at the origin of the tenant, and users believe what it says. A call needs the client id only, which
  /// is public: with words of its own a caller makes the page ask for a delivery to be confirmed, and gets an account.
  public enum Words: Sendable {
    /// The tenant, in its theme. The theme of a call may repeat the texts that are listed here, and brings no others.
    case tenant(Set<String> = [])
    /// Any caller that knows the client id. The reason is for those who read the configuration.
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
