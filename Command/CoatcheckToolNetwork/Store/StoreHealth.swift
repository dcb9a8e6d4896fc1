// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckCommand
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

/// Whether the store can be read and written.
struct StoreHealth {
  let place: StoreLocation
  /// Why it cannot be read; nil if it can.
  let readProblem: OAuthError?
  /// Why it cannot be written; nil if it can, or if there was nothing to try it with.
  let writeProblem: OAuthError?

  /// Whether a user or a key has to unlock it first.
  var isLocked: Bool { [readProblem, writeProblem].contains { $0?.code == .storeLocked } }

  /// One line for the user.
  var sentence: String {
    var words = "store: \(place.sentence); "
    if let readProblem {
      words += (isLocked ? "locked: " : "cannot be read: ") + readProblem.reason
    } else if let writeProblem {
      words += "readable, but cannot be written: \(writeProblem.reason)"
    } else {
      words += "readable and writable"
    }
    return UntrustedText.printable(words, limit: 2000)
  }

  /// The place and its state for a program.
  var json: JSONObject {
    var json = place.json
    json["readable"] = .bool(readProblem == nil)
    json["writable"] = .bool(readProblem == nil && writeProblem == nil)
    json["locked"] = .bool(isLocked)
    if let problem = readProblem ?? writeProblem {
      json["problem"] = .string(UntrustedText.printable(problem.reason, limit: 1024))
    }
    return json
  }

  /// Checks whether the store can be written, by taking a lock and releasing it.
  static func writeProblem(of store: any TokenStore) async -> OAuthError? {
    do {
      try await store.withExclusiveAccess(to: .record("status")) {}
    } catch {
      return OAuthError.known(error) ?? .store("its lock is held by another process")
    }
    let path = store.place.location
    // On a file system that became read-only, an existing lock can still be taken.
    guard path.hasPrefix("/"), access(path, W_OK) != 0, errno != ENOENT else { return nil }
    return .store("\(path) cannot be written", errno)
  }
}
