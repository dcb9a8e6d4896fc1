// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// Which store keeps the user's sessions.
public enum StoreChoice: Sendable, Hashable {
  /// What was decided before; the first time, the best that this machine has. It is never plain
  /// text.
  case auto
  /// Files in plain text, which nothing but their permissions protects.
  ///
  /// - Parameter allowingPlainText: The consent of the operator.
  case file(allowingPlainText: PlainTextConsent)
  /// Encrypted files, whose key is in this source.
  case sealed(KeySource)
  /// The Secret Service of the Linux desktop itself.
  case secretService
  /// The kernel's keyring: gone when the machine restarts.
  case keyring
  /// The keychain of Apple's systems; on a Mac the data protection keychain.
  case keychain
  /// The login keychain of a Mac, for programs without the entitlement for the other one.
  case loginKeychain

  /// Where the key of encrypted files is.
  public enum KeySource: String, Sendable, Hashable, CaseIterable {
    /// In the Secret Service, unlocked with the desktop session.
    case secretService = "secret-service"
    /// In a credential that systemd hands to the service.
    case systemdCredential = "systemd-credential"
    /// It is made of a passphrase, read from `$COATCHECK_PASSPHRASE_FILE`.
    case passphrase
    /// In the kernel's keyring: the sessions cannot be opened any more when the machine restarts.
    case keyring
  }

  /// The operator's consent to keep tokens in plain text.
  public struct PlainTextConsent: Sendable, Hashable {
    /// Why plain text is acceptable. It is written to `store.json`.
    public let reason: String

    /// Creates a consent.
    ///
    /// - Parameter reason: Why plain text is acceptable, for those who read the code or `store.json`.
    public static func because(_ reason: String) -> PlainTextConsent {
      PlainTextConsent(reason: reason)
    }

    /// Always true: consents that differ in their reason are equal.
    public static func == (one: PlainTextConsent, other: PlainTextConsent) -> Bool { true }
    /// Feeds nothing to the hasher, since all consents are equal.
    public func hash(into hasher: inout Hasher) {}
  }

  /// The choice's name: `auto`, `file`, `secret-service`, `keyring`, `keychain`, `login-keychain`, or `sealed-`
  /// and the key's source.
  public var name: String {
    switch self {
    case .auto: "auto"
    case .file: "file"
    case .sealed(let source): "sealed-" + source.rawValue
    case .secretService: "secret-service"
    case .keyring: "keyring"
    case .keychain: "keychain"
    case .loginKeychain: "login-keychain"
    }
  }

  /// The names of all choices.
  public static let names =
    ["auto"] + KeySource.allCases.map { "sealed-" + $0.rawValue }
    + ["secret-service", "keyring", "keychain", "login-keychain", "file"]

  /// Creates the choice with this name.
  ///
  /// - Parameters:
  ///   - name: One of ``names``.
  ///   - consent: The consent that `file` needs; nil without consent.
  /// - Throws: `misused` naming `store` for an unknown name, `storeFailed` for `file` without consent.
  public init(named name: String, consent: PlainTextConsent?) throws(OAuthError) {
    let sealed = KeySource.allCases.first { name == "sealed-" + $0.rawValue }
    switch (name, sealed, consent) {
    case ("auto", _, _): self = .auto
    case ("secret-service", _, _): self = .secretService
    case ("keyring", _, _): self = .keyring
    case ("keychain", _, _): self = .keychain
    case ("login-keychain", _, _): self = .loginKeychain
    case (_, let source?, _): self = .sealed(source)
    case ("file", _, let consent?): self = .file(allowingPlainText: consent)
    case ("file", _, nil):
      throw .unreachable(
        .storeFailed,
        "The store “file” keeps tokens in plain text, which has to be allowed: "
          + "--allow-plaintext, or COATCHECK_ALLOW_PLAINTEXT=1.")
    default:
      throw .misused(
        "store", "There is no such store. There are: \(Self.names.joined(separator: ", ")).")
    }
  }

  /// Creates the choice in `$COATCHECK_STORE`; ``auto`` where it is unset or empty. `file` counts only
  /// beside `COATCHECK_ALLOW_PLAINTEXT=1`.
  ///
  /// - Parameter variable: Looks up an environment variable by its name; nil where it is unset.
  /// - Throws: As ``init(named:consent:)``.
  public init(variable: (String) -> String?) throws(OAuthError) {
    let name = variable("COATCHECK_STORE") ?? ""
    let isAllowed = variable("COATCHECK_ALLOW_PLAINTEXT") == "1"
    try self.init(
      named: name.isEmpty ? "auto" : name,
      consent: isAllowed ? .because("COATCHECK_ALLOW_PLAINTEXT=1") : nil)
  }
}
