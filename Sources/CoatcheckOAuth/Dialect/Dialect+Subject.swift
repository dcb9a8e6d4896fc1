// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE

extension Dialect {
  /// Whose the tokens are, where the reply says it: a text or a whole number.
  package func subject(in grant: TokenGrant) -> String? {
    guard let member = subjectMember, let value = grant.extra[member] else { return nil }
    let text = value.stringValue ?? value.intValue.map { "\($0)" }
    return text.flatMap { $0.isEmpty || !$0.hasNoControlCharacters ? nil : $0 }
  }
}
