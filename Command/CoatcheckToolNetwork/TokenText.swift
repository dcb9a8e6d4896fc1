// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand
import CoatcheckJOSE

/// The readable parts of a token, for showing to a user and for nothing else.
///
/// No check of the library accepts this type: its content is not verified.
struct TokenText {
  let header: JSONObject
  let claims: JSONObject

  /// Reads a signed token without any check of its signature.
  ///
  /// - Throws: A failure with ``ExitStatus/unusable`` that says what the text is instead.
  init(_ token: String) throws(CommandFailure) {
    guard token.utf8.count <= 16 * 1024 else { throw Self.failure("the token is over 16 KiB") }
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    if parts.count == 5 {
      throw Self.failure("the token is encrypted (JWE): only its recipient can decrypt it")
    }
    guard parts.count == 3 else {
      throw Self.failure("this is not a JWT: only its issuer can read an opaque token")
    }
    header = try Self.object(parts[0], "header")
    claims = try Self.object(parts[1], "payload")
  }

  private static func object(
    _ part: Substring, _ name: String
  ) throws(CommandFailure) -> JSONObject {
    do throws(JOSEError) {
      return try JSONObject(parsing: Base64URL.decode(part))
    } catch {
      throw failure("the token's \(name) cannot be read: \(error.reason)")
    }
  }

  private static func failure(_ message: String) -> CommandFailure {
    CommandFailure(.unusable, message, code: "malformed_token")
  }
}
