// SPDX-License-Identifier: Apache-2.0

import CoatcheckHelpers

/// The command line by which another program asks for its credential: `helper NAME …`.
///
/// Help, and the commands for the user's list of places, are left to `coatcheck-network`.
struct HelperArguments {
  /// The helper's name, and its arguments.
  let words: [String]

  /// Reads the arguments after the program's name; nil if they are anything else.
  init?(_ arguments: [String]) {
    guard arguments.first == "helper", arguments.count > 1,
      HelperCall.helpers.contains(where: { $0.name == arguments[1] }),
      !arguments.contains("--help"), !arguments.contains("-h")
    else { return nil }
    words = Array(arguments.dropFirst())
  }
}
