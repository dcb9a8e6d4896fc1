// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An item as the device keeps it.
struct KeychainRow {
  /// The accessibility classes that exist.
  static let classes: Set<String> = ["ak", "aku", "ck", "cku", "akpu"]

  var attributes: [String: Any]
  let isSynchronizable: Bool
  var control: SecAccessControl?
  /// Which faces and fingers were enrolled when the item was added.
  var enrolment: Int
  var isDamaged = false

  /// The primary key of the item: service, account, access group and whether it is synchronized.
  var key: [String] {
    ["svce", "acct", "agrp"].map { attributes[$0] as? String ?? "" } + ["\(isSynchronizable)"]
  }

  var accessibility: String { attributes["pdmn"] as? String ?? "ak" }

  /// Whether the item has all attributes of the query.
  func fits(_ request: KeychainRequest, ignoring ignored: Set<String> = []) -> Bool {
    if let wanted = request.synchronizable, wanted != isSynchronizable { return false }
    return request.attributes.allSatisfy { name, value in
      if name == "v_Data" || ignored.contains(name) { return true }
      switch (value, attributes[name]) {
      case (let wanted as String, let found as String): return wanted == found
      case (let wanted as Data, let found as Data): return wanted == found
      case (let wanted as Date, let found as Date): return wanted == found
      default: return false
      }
    }
  }

  /// What a call returns for the item: the attributes, the data, or nil if the call requests neither.
  func result(_ request: KeychainRequest) -> AnyObject? {
    let data = (attributes["v_Data"] as? Data) ?? Data()
    if request.returnsAttributes {
      var found = attributes
      found["v_Data"] = request.returnsData ? data : nil
      found["sync"] = isSynchronizable
      if let control { found["accc"] = control }
      return found as NSDictionary
    }
    return request.returnsData ? data as NSData : nil
  }
}
