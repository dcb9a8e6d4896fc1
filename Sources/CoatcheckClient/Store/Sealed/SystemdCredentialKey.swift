// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
import Crypto
import CoatcheckFoundation

/// A sealing key that systemd hands to a service, decrypted with the machine's TPM or host key.
///
/// The service's unit has `LoadCredentialEncrypted=coatcheck-key:…`; the credential is 32 random bytes or
/// more. [System and Service Credentials](https://systemd.io/CREDENTIALS)
public struct SystemdCredentialKey: SealingKeySource {
  /// The name of the credential.
  public static let credential = "coatcheck-key"

  /// `systemd-credential`.
  public var name: String { "systemd-credential" }
  private let directory: String?

  /// Creates a key source that reads the credential of this process.
  ///
  /// - Parameter directory: The value of `$CREDENTIALS_DIRECTORY`, an absolute path; nil when the variable
  ///   is unset: the key is locked then.
  public init(directory: String?) {
    self.directory = directory
  }

  /// Whether this process was given the credential.
  package var isPresent: Bool { path.map(SmallFile.exists) ?? false }

  private var path: String? {
    guard let directory, directory.hasPrefix("/") else { return nil }
    return "\(directory)/\(Self.credential)"
  }

  /// The key, which is never nil.
  ///
  /// - Throws: `OAuthError` with `storeLocked` when the process was not given the credential, or it is
  ///   shorter than 32 bytes; `storeFailed` when it cannot be read, or has permissions for others.
  public func key() async throws(OAuthError) -> SealingKey? { try read() }

  /// The key, as ``key()``: a missing credential cannot be made here.
  public func makeKey() async throws(OAuthError) -> SealingKey { try read() }

  /// The key, as ``key()``.
  public func keyAtOnce() throws(OAuthError) -> SealingKey? { try read() }

  private func read() throws(OAuthError) -> SealingKey {
    guard let path, let bytes = try SmallFile.read(path) else {
      throw .unreachable(
        .storeLocked,
        "The sealing key is a credential of systemd, \(Self.credential), and this process has none."
      )
    }
    guard bytes.count >= SealingKey.length else {
      throw .unreachable(
        .storeLocked, "The credential \(path) is too short for a key: it needs 32 random bytes.")
    }
    let key = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: bytes),
      info: Array("coatcheck systemd credential".utf8), outputByteCount: SealingKey.length)
    return try SealingKey(key.withUnsafeBytes { Array($0) })
  }
}
