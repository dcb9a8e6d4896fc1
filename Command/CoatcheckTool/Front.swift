// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckCommand
import CoatcheckJOSE
import CoatcheckOAuth

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The command `coatcheck`: hands out a cached token by itself and leaves the rest to
/// `coatcheck-network`.
///
/// It reports no error about sessions: whatever is not the plain case (no session, several, a spent
/// token, a damaged file) is decided, refreshed and explained in one place, the network program.
@main
struct Front {
  static func main() {
    do {
      if let wanted = TokenArguments(CommandLine.arguments.dropFirst()),
        let answer = cachedAnswer(wanted)
      {
        try Terminal.standard.answer(answer)
        exit(ExitStatus.success.rawValue)
      }
      try NetworkProgram.replaceThisProcess()
    } catch {
      Terminal.standard.error(error.message)
      if let hint = error.hint { Terminal.standard.hint(hint) }
      exit(error.status.rawValue)
    }
  }

  private static func cachedAnswer(_ wanted: TokenArguments) -> String? {
    let account = AccountChoice.wanted(
      argument: wanted.account, variable: ProcessVariables.value)
    guard let store = try? SystemStore(variable: ProcessVariables.value),
      let session = try? store.cachedSession(named: account)
    else { return nil }
    let now = RuntimeEnvironment.live.now()
    guard TokenOutput.isFresh(session, now: now) else { return nil }
    let answer = TokenOutput(session, now: now)
    guard wanted.wantsJSON else { return answer.plain }
    return UntrustedText.printable(json: String(decoding: answer.json.serialized(), as: UTF8.self))
  }
}
