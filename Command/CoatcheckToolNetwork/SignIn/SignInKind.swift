// SPDX-License-Identifier: Apache-2.0

/// The kinds of providers that `coatcheck login` supports.
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

/// An option of `login`, and the kinds of providers that it is for.
struct OptionUse {
  let name: String
  /// The option and its values as given, with absolute paths; empty if it was not given.
  let words: [String]
  /// Whether the option belongs to the command that repeats the sign-in.
  let repeats: Bool
  let kinds: Set<SignInKind>

  /// An option with values.
  init(_ name: String, _ values: [String], repeats: Bool = true, for kinds: Set<SignInKind>) {
    self.name = name
    words = values.flatMap { [name, $0] }
    self.repeats = repeats
    self.kinds = kinds
  }

  /// An option with a value.
  init(_ name: String, _ value: String?, repeats: Bool = true, for kinds: Set<SignInKind>) {
    self.init(name, value.map { [$0] } ?? [], repeats: repeats, for: kinds)
  }

  /// An option with a file.
  init(_ name: String, file: String?, repeats: Bool = true, for kinds: Set<SignInKind>) {
    self.init(name, file.map(SignInOption.path), repeats: repeats, for: kinds)
  }

  /// A flag.
  init(_ name: String, _ isGiven: Bool, for kinds: Set<SignInKind>) {
    self.name = name
    words = isGiven ? [name] : []
    repeats = true
    self.kinds = kinds
  }

  /// What is wrong with it, if it was given for another provider.
  func mistake(for kind: SignInKind) -> String? {
    guard !words.isEmpty, !kinds.contains(kind) else { return nil }
    let own = SignInKind.allCases.filter(kinds.contains).map { kind in
      kind == .issuer ? "an issuer's address" : kind.rawValue
    }
    return "\(name) is for \(own.joined(separator: ", ")) only"
  }
}

/// A group of options of `coatcheck login`.
protocol SignInOptionGroup {
  /// The options, in the order in which they are written.
  var uses: [OptionUse] { get }
}

extension SignInOptionGroup {
  /// The given options that repeat the sign-in.
  var words: [String] { uses.filter(\.repeats).flatMap(\.words) }
}
