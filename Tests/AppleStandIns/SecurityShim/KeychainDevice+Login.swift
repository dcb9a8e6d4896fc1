// SPDX-License-Identifier: Apache-2.0

import Foundation

// The file-based keychain of a Mac: no entitlement is needed, access groups and classes are ignored, and of several items
// that match only one is removed unless all are asked for.
extension KeychainDevice {
  private static let ignored: Set<String> = ["agrp", "pdmn"]

  func addToLogin(
    _ request: KeychainRequest, _ result: UnsafeMutablePointer<CFTypeRef?>?
  ) -> OSStatus {
    guard request.control == nil else { return errSecParam }
    var attributes = request.attributes
    for name in Self.ignored { attributes[name] = nil }
    let row = KeychainRow(
      attributes: attributes, isSynchronizable: false, control: nil, enrolment: enrolment)
    guard !loginRows.contains(where: { $0.key == row.key }) else { return errSecDuplicateItem }
    loginRows.append(row)
    if let found = row.result(request) { result?.pointee = found }
    return errSecSuccess
  }

  private func loginMatches(_ request: KeychainRequest) -> [Int] {
    loginRows.indices.filter { loginRows[$0].fits(request, ignoring: Self.ignored) }
  }

  func copyFromLogin(
    _ request: KeychainRequest, _ result: UnsafeMutablePointer<CFTypeRef?>?
  ) -> OSStatus {
    give(loginMatches(request).map { loginRows[$0] }, request, result)
  }

  func updateInLogin(_ request: KeychainRequest, _ change: KeychainRequest) -> OSStatus {
    let found = loginMatches(request)
    guard !found.isEmpty else { return errSecItemNotFound }
    var changed = loginRows
    for index in found {
      for (name, value) in change.attributes where !Self.ignored.contains(name) {
        changed[index].attributes[name] = value
      }
      let key = changed[index].key
      guard changed.filter({ $0.key == key }).count == 1 else { return errSecDuplicateItem }
    }
    loginRows = changed
    return errSecSuccess
  }

  func deleteFromLogin(_ request: KeychainRequest) -> OSStatus {
    let found = loginMatches(request)
    guard let first = found.first else { return errSecItemNotFound }
    let gone = Set(request.findsAll ? found : [first])
    loginRows = loginRows.indices.filter { !gone.contains($0) }.map { loginRows[$0] }
    return errSecSuccess
  }
}
