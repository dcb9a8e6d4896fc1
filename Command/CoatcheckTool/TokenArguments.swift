// SPDX-License-Identifier: Apache-2.0

/// The one command line that this program answers by itself: `token [ACCOUNT] [--json]`.
///
/// Everything else, correct or not, is for `coatcheck-network`, which has a real parser.
struct TokenArguments: Equatable {
  var account: String?
  var wantsJSON = false

  /// Reads the arguments after the program's name; nil if they are anything else.
  init?(_ arguments: some Sequence<String>) {
    var rest = Array(arguments)[...]
    guard rest.popFirst() == "token" else { return nil }
    for argument in rest {
      if argument == "--json" {
        wantsJSON = true
      } else if argument.isEmpty || argument.hasPrefix("-") || account != nil {
        return nil
      } else {
        account = argument
      }
    }
  }
}
