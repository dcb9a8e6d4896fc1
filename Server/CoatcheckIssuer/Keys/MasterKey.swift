// SPDX-License-Identifier: Apache-2.0
import Crypto
import CoatcheckFoundation

/// The secret that an operator keeps apart from the database: 256 bits, from which every key that seals
/// stored data or cookies is derived.
public struct MasterKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The length of a master key in bytes.
  public static let byteCount = 32

  private let key: SymmetricKey

  /// Creates a master key.
  ///
  /// - Parameter bytes: The ``byteCount`` random bytes of the key.
  /// - Returns: Nil unless there are exactly 32 bytes.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    key = SymmetricKey(data: bytes)
  }

  /// A key for one purpose, independent of the keys for all others
  /// ([RFC 5869](https://www.rfc-editor.org/rfc/rfc5869)).
  func derived(for purpose: String) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: key, info: Array("coatcheck/1/\(purpose)".utf8), outputByteCount: 32)
  }

  /// Always `[redacted]`.
  public var description: String { "[redacted]" }
  /// Always `[redacted]`.
  public var debugDescription: String { "[redacted]" }
  /// Shows nothing to `dump`.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
