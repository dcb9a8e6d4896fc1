// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE

/// A phone number or an e-mail address, as the user enters it.
public enum ContactField: Sendable, Hashable {
  /// A phone number: `+86-13800000000` or `13800000000`.
  case mobile(String)
  /// An e-mail address.
  case email(String)

  /// Adds it to a body.
  func write(to body: inout JSONObject) {
    switch self {
    case .mobile(let text): body["mobile"] = .string(text)
    case .email(let text): body["email"] = .string(text)
    }
  }

  /// Reads it; the phone number counts where both are.
  ///
  /// - Throws: `parameterMissing` or `parameterType`.
  init(body: JSONObject) throws(Refusal) {
    if body["mobile"] == nil, let email = try body.optional("email") {
      self = .email(email)
    } else {
      self = .mobile(try body.required("mobile"))
    }
  }
}
