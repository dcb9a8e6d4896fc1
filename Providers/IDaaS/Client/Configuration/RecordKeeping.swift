// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient

/// A store of sessions that has a place for other records beside them.
protocol RecordKeeping {
  associatedtype Beside: RecordStore
  /// What keeps the records.
  var records: Beside { get }
}

extension RecordTokenStore: RecordKeeping {}

extension SystemStore: RecordKeeping {
  /// The folder itself. It is there before it is decided how sessions are protected, and the id of an installation is no
  /// secret.
  var records: FileRecords { FileRecords(directory: folder) }
}
