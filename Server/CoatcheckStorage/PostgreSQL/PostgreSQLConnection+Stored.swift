// SPDX-License-Identifier: Apache-2.0
import CoatcheckPostgreSQL

extension PostgreSQLRow {
  /// The row in the form that the records are decoded from.
  var stored: StoredRow { StoredRow(self) }
}
