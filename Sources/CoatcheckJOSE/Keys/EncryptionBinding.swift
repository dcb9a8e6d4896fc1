// SPDX-License-Identifier: Apache-2.0

/// The algorithms that an encryption key may be used with, by its `alg`.
enum EncryptionBinding: Sendable {
  case any
  case one(KeyManagementAlgorithm)
  /// `alg` names a content encryption: a symmetric key that encrypts the content directly (`dir`).
  case content(ContentEncryption)

  /// Creates the binding from a key's `alg`; nil allows every algorithm.
  ///
  /// - Throws: ``JOSEError`` `invalidKey` if the algorithm is refused or unknown.
  init(_ name: String?) throws(JOSEError) {
    guard let name else {
      self = .any
      return
    }
    if let one = KeyManagementAlgorithm.allCases.first(where: { isSame($0.rawValue, name) }) {
      self = .one(one)
    } else if let one = ContentEncryption.allCases.first(where: { isSame($0.rawValue, name) }) {
      self = .content(one)
    } else {
      throw JOSEError(.invalidKey, RefusedAlgorithm.reason(for: name))
    }
  }

  /// The key's `alg`.
  var name: String? {
    switch self {
    case .any: nil
    case .one(let algorithm): algorithm.rawValue
    case .content(let encryption): encryption.rawValue
    }
  }

  func allows(_ algorithm: KeyManagementAlgorithm, _ encryption: ContentEncryption) -> Bool {
    switch self {
    case .any: true
    case .one(let own): own == algorithm
    case .content(let own): algorithm == .direct && own == encryption
    }
  }
}

extension KeyManagementAlgorithm {
  /// Whether a symmetric key of this length fits. A key is never extended or truncated.
  func fits(secretOf byteCount: Int, _ encryption: ContentEncryption) -> Bool {
    switch family {
    case .wrap, .encrypt: wrappingKeyByteCount == byteCount
    case .direct: encryption.keyByteCount == byteCount
    case .rsa, .agreement: false
    }
  }

  /// Whether a symmetric key of this length fits with at least one content encryption.
  func fits(secretOf byteCount: Int) -> Bool {
    ContentEncryption.allCases.contains { fits(secretOf: byteCount, $0) }
  }
}
