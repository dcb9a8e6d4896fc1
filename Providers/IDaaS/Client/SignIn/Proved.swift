// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaSProtocol
import CoatcheckJOSE
import CoatcheckOAuth

/// What a user has proved before an account was shown to them: it is sent again when they confirm the account.
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
