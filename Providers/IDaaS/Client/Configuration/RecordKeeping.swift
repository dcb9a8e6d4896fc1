// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient

/// A store of sessions that has a place for other records beside them.
protocol RecordKeeping {
  associatedtype Beside: RecordStore
  /// The store of those records.
  var records: Beside { get }
}

extension RecordTokenStore: RecordKeeping {}

extension SystemStore: RecordKeeping {
  /// The folder of the store, without its protection: the folder exists before the protection of sessions
  /// is chosen, and the id of an installation is not a secret.
  var records: FileRecords { FileRecords(directory: folder) }
}
