// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer

/// Codes: how they are read, hashed and limited.
extension IDaaSServer {
  /// A code as a user typed it, ready to be compared.
  ///
  /// - Throws: `parameterMissing` and `parameterFormat` as `TypedDigits`: such a text does not count as
  ///   an attempt.
  func typed(
    _ text: String, for contact: Contact, type: MessageType, scope: CodeScope,
    _ context: CallContext
  ) throws(Refusal) -> TypedCode {
    let digits = try TypedDigits.read(text, length: codeLength)
    let key = CodeKey(purpose: type.rawValue, contact: contact, scope: scope.text)
    return TypedCode(
      key: key, digest: digest(of: digits, key, device: context.caller.device),
      device: context.caller.device)
  }

  /// The keyed hash of a code that is stored.
  ///
  /// Six digits are easily found from a plain hash, so the key is not in the store. The hash covers
  /// everything that the code is bound to: number, purpose, login and device.
  func digest(of digits: String, _ key: CodeKey, device: String) -> [UInt8] {
    sealer.tag(
      of: [digits, key.purpose, key.contact.kind, key.contact.value, key.scope, device],
      for: .messageCodes)
  }

  /// The number of digits of a code: from six, the minimum of
  /// [NIST SP 800-63B](https://pages.nist.gov/800-63-4/sp800-63b.html), to ten.
  var codeLength: Int { min(max(settings.codeLength, 6), 10) }

  /// The lifetime of a code, in seconds; ten minutes at most.
  var codeLifetime: Int { Int(min(max(settings.codeLifetime, 30), 600)) }
}
