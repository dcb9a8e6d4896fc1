// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckFoundation

/// The scheduled and the requested replacement of keys.
extension [KeyEntry] {
  typealias Maker = (SignatureAlgorithm) throws -> SigningKey

  /// The keys after the changes that are due now; nil when no change is due.
  ///
  /// Keys without a start get one, the next key is created where the youngest signs long enough, and keys
  /// whose retention has passed are removed.
  ///
  /// - Parameter algorithms: The algorithms that need a key. Keys of other algorithms stay as they are.
  func maintained(
    at now: Date, _ rotation: KeyRotation, _ algorithms: [SignatureAlgorithm], making make: Maker
  ) throws -> [KeyEntry]? {
    var result = filter { !algorithms.contains($0.key.algorithm) }
    var hasChanged = false
    for algorithm in algorithms {
      let line = line(algorithm)
      let next = try line.maintained(at: now, rotation) {
        KeyEntry(key: try make(algorithm), from: $0)
      }
      hasChanged = hasChanged || next != nil
      result += next ?? line
    }
    return hasChanged ? result : nil
  }

  private func maintained(
    at now: Date, _ rotation: KeyRotation, making make: (Date) throws -> KeyEntry
  ) throws -> [KeyEntry]? {
    guard !isEmpty else { return [try make(now)] }
    var line = needed(at: now, rotation)
    var hasChanged = line.count < count
    for index in line.indices where line[index].from == nil {
      line[index].from = now
      hasChanged = true
    }
    guard let youngest = line.last?.start else { return nil }
    let announcement = now.addingTimeInterval(rotation.announcement)
    if youngest.addingTimeInterval(rotation.lifetime) <= announcement {
      line.append(try make(Swift.max(youngest.addingTimeInterval(rotation.lifetime), announcement)))
      hasChanged = true
    } else if line.count > 1, youngest > announcement.addingTimeInterval(rotation.lifetime) {
      // The key was created while the clock was set too far ahead. It is published since then, and signs
      // after the usual announcement.
      line[line.count - 1].from = announcement
      hasChanged = true
    }
    // After the clock was set back, the youngest key is not old enough: no change is due.
    return hasChanged ? line : nil
  }

  /// The keys after a replacement that the operator requested.
  func replaced(
    _ replacement: SigningKeys.Replacement, at now: Date, _ algorithms: [SignatureAlgorithm],
    making make: Maker
  ) throws -> [KeyEntry] {
    let all = SignatureAlgorithm.allCases.filter { algorithm in
      algorithms.contains(algorithm) || contains { $0.key.algorithm == algorithm }
    }
    switch replacement {
    case .stolen:
      return try all.map { KeyEntry(key: try make($0), from: now) }
    case .orderly:
      let from = now.addingTimeInterval(KeyRotation.minimumAnnouncement)
      var result: [KeyEntry] = []
      for algorithm in all {
        var line = line(algorithm)
        if let last = line.last, last.start > now {
          line[line.count - 1].from = Swift.min(last.start, from)
        } else {
          line.append(KeyEntry(key: try make(algorithm), from: line.isEmpty ? now : from))
        }
        result += line
      }
      return result
    }
  }
}
