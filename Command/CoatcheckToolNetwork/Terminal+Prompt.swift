// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckCommand
import CoatcheckOAuth
import Foundation

extension Terminal {
  /// Where the user is asked: on standard error and, if that is redirected, on the terminal itself
  /// as well.
  var prompt: SignInTerminal {
    let isSwallowed = isatty(2) == 0
    let controlling = SignInTerminal.controlling
    var prompt = SignInTerminal(
      show: { line in
        ask(line)
        if isSwallowed {
          controlling.show("coatcheck: " + UntrustedText.printable(line, limit: 8192))
        }
      },
      readLine: controlling.readLine)
    prompt.showPicture = controlling.showPicture
    return prompt
  }
}
