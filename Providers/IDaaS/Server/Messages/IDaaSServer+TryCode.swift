// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer

/// The check of codes outside bindings.
extension IDaaSServer {
  /// Checks a code that is not for a binding: for a second factor, a deletion, or a new password.
  ///
  /// - Parameters:
  ///   - text: The code as it was typed.
  ///   - contact: Where it was sent.
  ///   - type: What it was sent for.
  ///   - scope: What it is bound to.
  /// - Throws: `codeWrong` or `emailCodeWrong` with the tries left; `expired` naming `verify_code`; `locked`
  ///   after too many wrong codes of the number in a day; `parameterFormat`.
  func tryCode(
    _ text: String, for contact: Contact, type: MessageType, scope: CodeScope,
    _ context: CallContext
  ) async throws {
    let code = try typed(text, for: contact, type: type, scope: scope, context)
    try await checkWrongCodes(of: contact, context)
    switch try await store.attempt(code, at: context.now) {
    case .right: await forgetWrongCodes(of: contact)
    case .wrong(let left): throw await wrongCode(for: contact, left: left, context)
    case .gone: throw Refusal(.expired, "verify_code", detail: .codeExpired)
    }
  }
}
