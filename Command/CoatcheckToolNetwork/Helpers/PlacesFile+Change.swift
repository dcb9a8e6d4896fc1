// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand
import CoatcheckHelpers

extension PlacesFile {
  /// Changes the user's list of places, one program at a time. Comments and other lines stay.
  ///
  /// - Throws: A failure that names the file; it is as before then.
  static func change(
    variable: (String) -> String?, _ change: (inout PlaceRules) -> Void
  ) throws(CommandFailure) {
    try UserList.change(path(variable: variable)) { () throws(CommandFailure) in
      var rules = try rules(variable: variable)
      change(&rules)
      return rules.text
    }
  }
}
