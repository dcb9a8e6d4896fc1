// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation

/// The ended groups, whose sessions can no longer be opened, for ``MemoryWebSessions``.
struct EndedGroups: Sendable {
  private struct Ending: Sendable {
    let startedBefore: Date
    let until: Date
  }

  private var endings: [WebSessionGroup: [Ending]] = [:]

  /// Whether a session was ended before it was opened.
  func contain(_ record: WebSessionRecord, at now: Date) -> Bool {
    var groups = [WebSessionGroup.user(record.user)]
    if let hash = record.providerSession { groups.append(.providerSession(hash)) }
    return groups.contains { group in
      endings[group, default: []].contains { record.startedAt < $0.startedBefore && now < $0.until }
    }
  }

  /// Adds an ended group, and drops the entries of the same group that it covers.
  mutating func add(_ group: WebSessionGroup, startedBefore time: Date, until end: Date) {
    endings[group, default: []].removeAll { $0.startedBefore <= time && $0.until <= end }
    endings[group, default: []].append(Ending(startedBefore: time, until: end))
  }

  /// Drops the entries whose time has passed.
  mutating func forget(at now: Date) {
    endings = endings.mapValues { $0.filter { now < $0.until } }.filter { !$0.value.isEmpty }
  }
}
