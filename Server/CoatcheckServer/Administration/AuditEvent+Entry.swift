// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer

extension AuditEvent {
  /// Converts an entry about a change of the operator to an event for the log.
  init(_ entry: AuditEntry) {
    var details = entry.details
    details["actor"] = entry.actor
    details["user"] = entry.subject
    details["client"] = entry.client
    details["from"] = entry.address
    self.init(Name(rawValue: entry.event), details)
  }
}
