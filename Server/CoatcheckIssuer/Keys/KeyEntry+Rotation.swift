// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckFoundation

/// What becomes of keys over time, and when one was stolen.
extension [KeyEntry] {
  typealias Maker = (SignatureAlgorithm) throws -> SigningKey

  /// What must change by now; nil when nothing must.
  ///
  /// Keys without a time get one, a key is announced where the youngest is old enough, and keys that
  /// no token needs are removed.
  ///
  /// - Parameter algorithms: What must be signed with; keys of others stay as they are.
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
      // A clock that was years ahead announced this key. It was published since, and takes its turn.
      line[line.count - 1].from = announcement
      hasChanged = true
    }
    // A clock that was set back finds the youngest key younger than before: nothing is due.
    return hasChanged ? line : nil
  }

  /// The keys after the operator requested new ones.
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
