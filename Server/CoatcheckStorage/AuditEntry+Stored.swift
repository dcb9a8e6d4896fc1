// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckFoundation

extension AuditEntry {
  /// The details, encoded as JSON.
  var storedDetails: [UInt8] {
    var object = JSONObject()
    for (name, value) in details { object[name] = .string(value) }
    return object.serialized()
  }

  init(row: StoredRow) throws(StoreError) {
    var details: [String: String] = [:]
    let object = try row.object("details")
    for name in object.names { details[name] = object[name]?.stringValue }
    self.init(
      number: try row.integer("key"), time: try row.time("time").date,
      event: try row.text("event"), actor: try row.optionalText("actor"),
      subject: try row.optionalText("subject"), client: try row.optionalText("client"),
      address: try row.optionalText("address"), details: details)
  }
}
