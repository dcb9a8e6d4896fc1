// SPDX-License-Identifier: Apache-2.0

/// What a key for encryption may be used with: its own `alg`, and what its kind allows.
enum EncryptionBinding: Sendable {
  case any
  case one(KeyManagementAlgorithm)
  /// A shared secret whose `alg` names the content encryption it is the key of.
  case content(ContentEncryption)

  /// The binding a key's `alg` makes.
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
  /// Whether a shared secret of some bytes is of the right size; it is never stretched or cut.
  func fits(secretOf byteCount: Int, _ encryption: ContentEncryption) -> Bool {
    switch family {
    case .wrap, .encrypt: wrappingKeyByteCount == byteCount
    case .direct: encryption.keyByteCount == byteCount
    case .rsa, .agreement: false
    }
  }

  /// Whether it is of the right size for some content encryption.
  func fits(secretOf byteCount: Int) -> Bool {
    ContentEncryption.allCases.contains { fits(secretOf: byteCount, $0) }
  }
}
