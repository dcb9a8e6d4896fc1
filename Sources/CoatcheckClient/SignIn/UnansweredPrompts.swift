// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
package import CoatcheckOAuth
import Synchronization
import CoatcheckFoundation

/// How many prompts in a row went unanswered, so that unattended programs do not open browsers
/// indefinitely.
///
/// After three unanswered prompts for the same account, callers without a terminal are refused for
/// ten minutes. Where the store is a folder, all programs that share it count together, in a small
/// file there; else each program counts for itself. The caller holds the lock of the sign-in.
package final class UnansweredPrompts: Sendable {
  /// How many unanswered prompts are too many.
  package static let maximumCount = 3
  /// How long callers without a terminal are refused then, in seconds.
  static let coolDown: TimeInterval = 600

  private struct Record {
    var count = 0
    var last = Date(timeIntervalSince1970: 0)
  }

  private let folder: String?
  private let environment: RuntimeEnvironment
  private let counted = Mutex<[String: Record]>([:])

  /// The counts that belong to a store.
  package init(beside place: StoreLocation, environment: RuntimeEnvironment) {
    folder = place.kind == "file" || Self.isFolder(place.location) ? place.location : nil
    self.environment = environment
  }

  /// How long unattended callers have to wait; nil when they may ask.
  package func pause(for lock: StoreLock) -> Duration? {
    let record = record(lock)
    let age = environment.now().timeIntervalSince(record.last)
    // A record with a time in the future was made by a wrong clock, and is ignored.
    guard record.count >= Self.maximumCount, age >= 0, age < Self.coolDown else { return nil }
    return .seconds(Int((Self.coolDown - age).rounded(.up)))
  }

  /// Records an unanswered prompt.
  package func unanswered(_ lock: StoreLock) {
    var record = record(lock)
    record.count += 1
    record.last = environment.now()
    keep(record, lock)
  }

  /// Records an answered prompt.
  package func answered(_ lock: StoreLock) {
    guard record(lock).count > 0 else { return }
    keep(Record(), lock)
  }

  private func record(_ lock: StoreLock) -> Record {
    guard let folder else { return counted.withLock { $0[lock.key] } ?? Record() }
    // A count that cannot be read is zero: it limits prompts and is not a security check.
    guard let bytes = try? PrivateFolder.open(folder)?.read(Self.file(lock))?.bytes,
      let json = try? JSONObject(parsing: bytes), let count = json["unanswered"]?.intValue,
      let last = json["last"]?.doubleValue
    else { return Record() }
    return Record(count: count, last: Date(timeIntervalSince1970: last))
  }

  private func keep(_ record: Record, _ lock: StoreLock) {
    guard let folder else { return counted.withLock { $0[lock.key] = record } }
    guard record.count > 0 else {
      try? PrivateFolder.open(folder)?.remove(Self.file(lock))
      return
    }
    var json: JSONObject = ["unanswered": .number(JSONNumber(record.count))]
    json["last"] = JSONNumber(record.last.timeIntervalSince1970).map(JSONValue.number)
    try? PrivateFolder.create(folder).replace(Self.file(lock), with: json.serialized())
  }

  private static func isFolder(_ path: String) -> Bool {
    path.hasPrefix("/") && FileManager.default.fileExists(atPath: path + "/.")
  }

  private static func file(_ lock: StoreLock) -> String { lock.key + ".unanswered" }
}
