// SPDX-License-Identifier: Apache-2.0
import CoatcheckPostgreSQL

extension PostgreSQLRow {
  /// The row as the records read it.
  var stored: StoredRow { StoredRow(self) }
}
