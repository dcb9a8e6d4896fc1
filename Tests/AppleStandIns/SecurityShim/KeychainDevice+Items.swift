// SPDX-License-Identifier: Apache-2.0

import Foundation

// The data protection keychain, which has access groups, classes and access control.
extension KeychainDevice {
  /// Whether a call is for the keychain of the login.
  func isForLogin(_ request: KeychainRequest) -> Bool {
    system == .mac && !request.usesDataProtection && request.synchronizable != true
  }

  /// The status of a call that cannot reach any item; nil for other calls.
  private func refusal(_ request: KeychainRequest) -> OSStatus? {
    guard !groups.isEmpty else { return errSecMissingEntitlement }
    if let group = request.attributes["agrp"] as? String, !groups.contains(group) {
      return errSecMissingEntitlement
    }
    return isUpgradePending && isLocked() ? errSecUpgradePending : nil
  }

  func add(_ request: KeychainRequest, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    if isForLogin(request) { return addToLogin(request, result) }
    if let status = refusal(request) { return status }
    var row = KeychainRow(
      attributes: request.attributes, isSynchronizable: request.synchronizable == true,
      control: request.control, enrolment: enrolment)
    row.attributes["agrp"] = row.attributes["agrp"] ?? groups.first
    row.attributes["pdmn"] = request.control?.protection ?? row.attributes["pdmn"] ?? "ak"
    // A synchronized item leaves the device, so its class cannot bind it to the device.
    if row.isSynchronizable, ["aku", "cku", "akpu"].contains(row.accessibility) {
      return errSecParam
    }
    guard row.accessibility != "akpu" && row.control == nil || hasPasscode else {
      return errSecAuthFailed
    }
    guard opens(row.accessibility) else { return errSecInteractionNotAllowed }
    rows.removeAll { $0.isDamaged && $0.key == row.key }
    guard !rows.contains(where: { $0.key == row.key }) else { return errSecDuplicateItem }
    rows.append(row)
    if let found = row.result(request) { result?.pointee = found }
    return errSecSuccess
  }

  /// The rows that match a call, in the access groups of the program. Damaged rows do not match, nor do
  /// rows that are bound to an earlier biometric enrollment.
  private func matches(_ request: KeychainRequest) -> [Int] {
    rows.indices.filter { index in
      let row = rows[index]
      let isOfEnrolment =
        row.control.map { !$0.flags.contains(.biometryCurrentSet) } ?? true
        || row.enrolment == enrolment
      return row.fits(request) && groups.contains(row.attributes["agrp"] as? String ?? "")
        && !row.isDamaged && isOfEnrolment
    }
  }

  func copyMatching(
    _ request: KeychainRequest, _ result: UnsafeMutablePointer<CFTypeRef?>?
  ) -> OSStatus {
    if isForLogin(request) { return copyFromLogin(request, result) }
    if let status = refusal(request) { return status }
    var found: [KeychainRow] = []
    for index in matches(request) {
      let row = rows[index]
      // Rows are opened one after another: the first that cannot be opened fails the whole call, also where only attributes
      // are wanted.
      guard opens(row.accessibility) else { return errSecInteractionNotAllowed }
      if row.control != nil {
        if request.skipsInteraction { continue }
        if request.returnsData {
          let status = prompt(request)
          guard status == errSecSuccess else { return status }
        }
      }
      found.append(row)
      if !request.findsAll { break }
    }
    return give(found, request, result)
  }

  func give(
    _ found: [KeychainRow], _ request: KeychainRequest,
    _ result: UnsafeMutablePointer<CFTypeRef?>?
  ) -> OSStatus {
    guard let first = found.first else { return errSecItemNotFound }
    guard request.returnsData || request.returnsAttributes else { return errSecSuccess }
    result?.pointee =
      request.findsAll ? found.compactMap { $0.result(request) } as NSArray : first.result(request)
    return errSecSuccess
  }

  func update(_ request: KeychainRequest, _ change: KeychainRequest) -> OSStatus {
    if isForLogin(request) { return updateInLogin(request, change) }
    if let status = refusal(request) ?? refusal(change) { return status }
    let found = matches(request)
    guard !found.isEmpty else { return errSecItemNotFound }
    var changed = rows
    for index in found {
      guard opens(rows[index].accessibility) else { return errSecInteractionNotAllowed }
      if rows[index].control != nil {
        let status = prompt(request)
        guard status == errSecSuccess else { return status }
      }
      for (name, value) in change.attributes { changed[index].attributes[name] = value }
      if let control = change.control {
        changed[index].control = control
        changed[index].attributes["pdmn"] = control.protection
      }
      guard opens(changed[index].accessibility) else { return errSecInteractionNotAllowed }
      guard changed[index].accessibility != "akpu" || hasPasscode else { return errSecAuthFailed }
      let key = changed[index].key
      guard changed.filter({ $0.key == key }).count == 1 else { return errSecDuplicateItem }
    }
    rows = changed
    return errSecSuccess
  }

  /// Deletes items without decrypting them, so that it works on a locked device.
  func delete(_ request: KeychainRequest) -> OSStatus {
    if isForLogin(request) { return deleteFromLogin(request) }
    if let status = refusal(request) { return status }
    let found = Set(matches(request))
    guard !found.isEmpty else { return errSecItemNotFound }
    rows = rows.indices.filter { !found.contains($0) }.map { rows[$0] }
    return errSecSuccess
  }
}
