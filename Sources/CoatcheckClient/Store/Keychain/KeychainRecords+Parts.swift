// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

extension KeychainRecords {
  /// The content of a record, put together if it is in parts.
  func whole(_ key: String) async throws(OAuthError) -> [UInt8]? {
    var last: [UInt8]?
    while let head = try await item(key)?.content {
      guard let parts = KeychainParts(head: head) else { return head }
      if let content = try await joined(parts, of: key) { return content }
      // The record was replaced between the two reads. If its item is the same in the next read, its
      // parts are lost, and the item is returned as a damaged record.
      if head == last { return head }
      last = head
    }
    return nil
  }

  private func joined(
    _ parts: KeychainParts, of key: String
  ) async throws(OAuthError) -> [UInt8]? {
    var content: [UInt8] = []
    for number in 0..<parts.count {
      var query = query(parts.account(number, of: key), .content)
      query.service = partService
      let (status, items) = try await found(query)
      if isMissing(status) { return nil }
      guard status == .success, let part = items.first?.content else {
        throw status.error("read a part of a record")
      }
      content += part
    }
    return content
  }

  /// Keeps the parts of a record, in the class of the record.
  func keep(
    _ parts: KeychainParts, of key: String, _ wanted: KeychainAccessibility?
  ) async throws(OAuthError) {
    let accessibility: KeychainAccessibility
    if let wanted {
      accessibility = wanted
    } else {
      accessibility = try await self.accessibility(of: key) ?? self.accessibility.effective
    }
    for (number, content) in parts.contents.enumerated() {
      let item = KeychainItem(
        service: partService, account: parts.account(number, of: key), accessGroup: group.name,
        accessibility: accessibility, label: "Coatcheck", content: content)
      let status = try await done { $0.add(item) }
      guard status == .success else {
        await removeParts(of: key, except: nil, only: parts.id)
        throw failure(status, accessibility)
      }
    }
  }

  /// Removes the parts that no record refers to. Parts that cannot be removed now are removed with the
  /// next write.
  ///
  /// - Parameters:
  ///   - key: The key of the record.
  ///   - id: The id of the parts that stay; nil if none do.
  ///   - new: The id of the only parts that are removed; nil for all others.
  func removeParts(of key: String, except id: String?, only new: String? = nil) async {
    var query = query()
    query.service = partService
    guard let items = try? await call({ [query] in $0.copyMatching(query) }).items else { return }
    for item in items where item.account.hasPrefix("\(key).") {
      if let id, item.account.hasPrefix("\(key).\(id).") { continue }
      if let new, !item.account.hasPrefix("\(key).\(new).") { continue }
      query.account = item.account
      _ = try? await call { [query] in $0.delete(query) }
    }
  }
}
