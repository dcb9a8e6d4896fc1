// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer

extension AuditEvent {
  /// What an operator changed, as a line of the log.
  init(_ entry: AuditEntry) {
    var details = entry.details
    details["actor"] = entry.actor
    details["user"] = entry.subject
    details["client"] = entry.client
    details["from"] = entry.address
    self.init(Name(rawValue: entry.event), details)
  }
}
