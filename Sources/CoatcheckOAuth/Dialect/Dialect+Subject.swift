// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE

extension Dialect {
  /// The user that a token response names in the dialect's `subjectMember`, a string or a whole number; nil
  /// when it names none.
  package func subject(in grant: TokenGrant) -> String? {
    guard let member = subjectMember, let value = grant.extra[member] else { return nil }
    let text = value.stringValue ?? value.intValue.map { "\($0)" }
    return text.flatMap { $0.isEmpty || !$0.hasNoControlCharacters ? nil : $0 }
  }
}
