// SPDX-License-Identifier: Apache-2.0

/// Why a token, a key or a JSON text was rejected.
///
/// Two errors are equal when their codes are. An error contains nothing of the rejected input, so it may be
/// logged. Whatever the code is, the input must be discarded.
public struct JOSEError: Error, Sendable, CustomStringConvertible {
  /// The kind of failure, for programs; later versions may add values.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the code.
    public let rawValue: String

    /// Creates a code with a name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The text is no compact JWS or JWE, or not canonical base64url.
    public static let malformedToken = Code(rawValue: "malformedToken")
    /// The bytes are not the JSON that was wanted.
    public static let malformedJSON = Code(rawValue: "malformedJSON")
    /// An object names a member twice.
    public static let duplicateMember = Code(rawValue: "duplicateMember")
    /// Arrays and objects are nested deeper than allowed.
    public static let tooDeep = Code(rawValue: "tooDeep")
    /// The input is longer than allowed.
    public static let tooLarge = Code(rawValue: "tooLarge")
    /// The header's `alg` or `enc` is absent, `none`, of another kind, refused by name, or unknown.
    public static let unsupportedAlgorithm = Code(rawValue: "unsupportedAlgorithm")
    /// The header's `alg` or `enc` is not among those the caller accepts.
    public static let algorithmNotAllowed = Code(rawValue: "algorithmNotAllowed")
    /// The key cannot be used with the header's `alg`.
    public static let algorithmKeyMismatch = Code(rawValue: "algorithmKeyMismatch")
    /// The header lists a critical extension.
    public static let criticalHeader = Code(rawValue: "criticalHeader")
    /// No trusted key answers to the token; a fresh key set may help.
    public static let keyNotFound = Code(rawValue: "keyNotFound")
    /// Several different keys answer to the token.
    public static let ambiguousKey = Code(rawValue: "ambiguousKey")
    /// The signature is wrong.
    public static let invalidSignature = Code(rawValue: "invalidSignature")
    /// The content cannot be decrypted, or was changed on the way: which of the two, and by what, is
    /// not told.
    public static let decryptionFailed = Code(rawValue: "decryptionFailed")
    /// The content is compressed, and nothing is ever decompressed.
    public static let compressedContent = Code(rawValue: "compressedContent")
    /// The key is malformed, too weak, or not for this purpose.
    public static let invalidKey = Code(rawValue: "invalidKey")
    /// A header parameter has the wrong type or value.
    public static let invalidHeader = Code(rawValue: "invalidHeader")
    /// The signer was asked to write a header parameter which only it may write.
    public static let reservedHeader = Code(rawValue: "reservedHeader")
  }

  /// The kind of failure, for programs.
  public let code: Code
  /// What failed, in a sentence; it never contains text of the input.
  public let reason: String

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: The kind of failure, for programs.
  ///   - reason: What failed, in a sentence that does not quote the input.
  public init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  /// The code and the reason.
  public var description: String {
    "\(code.rawValue): \(reason)"
  }
}

extension JOSEError: Equatable {
  /// Whether the codes are equal.
  public static func == (one: JOSEError, other: JOSEError) -> Bool {
    one.code == other.code
  }
}
