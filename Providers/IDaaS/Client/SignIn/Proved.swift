// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaSProtocol
import CoatcheckJOSE
import CoatcheckOAuth

/// The contact and the code that a user sent before an account was shown. Both are sent again when the user
/// confirms the account.
struct Proved: Sendable {
  let contact: ContactField
  let code: Secret
  let registers: Bool
}

extension Proved {
  var json: JSONObject {
    [
      "method": .string(contact.method.rawValue), "contact": .string(contact.text),
      "code": .string(code.reveal()), "registers": .bool(registers),
    ]
  }

  init?(_ json: JSONObject) {
    guard let text = json["contact"]?.stringValue, let code = json["code"]?.stringValue,
      let registers = json["registers"]?.boolValue,
      let method = json["method"]?.stringValue.flatMap(VerificationMethod.init)
    else { return nil }
    contact =
      switch method {
      case .phone: .mobile(text)
      case .email: .email(text)
      }
    self.code = Secret(code)
    self.registers = registers
  }
}
