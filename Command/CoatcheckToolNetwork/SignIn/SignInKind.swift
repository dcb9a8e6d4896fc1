// SPDX-License-Identifier: Apache-2.0

/// Whom `coatcheck login` can sign in with.
enum SignInKind: String, CaseIterable {
  /// An issuer that publishes its endpoints, by its address.
  case issuer
  case docomo
  case kii
  case oclc
  /// Any provider, by its endpoints.
  case nx
  case idaas

  /// The names of the providers that need no address.
  static let profiles = allCases.filter { $0 != .issuer }.map(\.rawValue)

  /// What the argument of `login` means; nil if it is neither an address nor a name.
  init?(argument: String) {
    if Self.profiles.contains(argument) {
      self.init(rawValue: argument)
    } else if argument.contains("://") {
      self = .issuer
    } else {
      return nil
    }
  }
}

/// An option of `login`, and whom it is for.
struct OptionUse {
  let name: String
  let isGiven: Bool
  let kinds: Set<SignInKind>

  init(_ name: String, _ isGiven: Bool, for kinds: Set<SignInKind>) {
    self.name = name
    self.isGiven = isGiven
    self.kinds = kinds
  }

  /// What is wrong with it, if it was given for another provider.
  func mistake(for kind: SignInKind) -> String? {
    guard isGiven, !kinds.contains(kind) else { return nil }
    let own = SignInKind.allCases.filter(kinds.contains).map { kind in
      kind == .issuer ? "an issuer's address" : kind.rawValue
    }
    return "\(name) goes with \(own.joined(separator: ", ")) only"
  }
}
