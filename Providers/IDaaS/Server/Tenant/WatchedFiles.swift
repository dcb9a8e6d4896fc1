// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
import Foundation
import Synchronization

/// A value that is read from files, and read again when one of them changes.
final class WatchedFiles<Value: Sendable>: Sendable {
  typealias Read = @Sendable (FolderReader) throws(TenantError) -> Value

  private struct Known {
    var result: Result<Value, TenantError>
    var marks: [FolderReader.Mark]
    var checkedAt: Date
  }

  private let folder: String
  private let read: Read
  private let known = Mutex<Known?>(nil)
  private let tell: @Sendable (TenantError) -> Void

  /// - Parameters:
  ///   - folder: Where the files are.
  ///   - tell: Called once for each error.
  ///   - read: Reads the value.
  init(
    folder: String, tell: @escaping @Sendable (TenantError) -> Void, _ read: @escaping Read
  ) {
    self.folder = folder
    self.tell = tell
    self.read = read
  }

  /// The value of the current files.
  ///
  /// The files are checked once a second at most, and read when one of them has another time, size or mode.
  func value(at now: Date) throws(TenantError) -> Value {
    let (result, isNew) = known.withLock { known -> (Result<Value, TenantError>, Bool) in
      if var same = known {
        let age = now.timeIntervalSince(same.checkedAt)
        // A negative age means that the clock was set back: then the files are read.
        if (0..<1).contains(age) { return (same.result, false) }
        if same.marks == same.marks.map({ FolderReader.Mark($0.path) }) {
          same.checkedAt = now
          known = same
          return (same.result, false)
        }
      }
      let reader = FolderReader(folder: folder)
      let result = Self.result { () throws(TenantError) in try read(reader) }
      known = Known(result: result, marks: reader.marks, checkedAt: now)
      return (result, true)
    }
    if isNew, case .failure(let trouble) = result { tell(trouble) }
    return try result.get()
  }

  private static func result(
    _ read: () throws(TenantError) -> Value
  ) -> Result<Value, TenantError> {
    do throws(TenantError) {
      return .success(try read())
    } catch {
      return .failure(error)
    }
  }
}
