// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckCommand
import CoatcheckHelpers
import CoatcheckJOSE
import CoatcheckOAuth

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The command `coatcheck`: hands out a cached token by itself, to users and to other programs, and leaves the rest to
/// `coatcheck-network`.
///
/// It handles only the simple case. With no session, several sessions, an expired token or a damaged file,
/// the network program takes over, which refreshes tokens and reports the errors.
///
/// `make install` links it with the C library, so that nothing here may load a library, or ask for a user other
/// than by a variable: `docs/decisions/0036`.
@main
struct Front {
  static func main() {
    do {
      let arguments = HelperCall.arguments(CommandLine.arguments)
      if let helper = HelperArguments(arguments) { try answer(helper, arguments) }
      if let wanted = TokenArguments(arguments), let answer = cachedAnswer(wanted) {
        try Terminal.standard.answer(answer)
        exit(ExitStatus.success.rawValue)
      }
      try NetworkProgram.replaceThisProcess(arguments)
    } catch {
      Terminal.standard.error(error.message)
      if let hint = error.hint { Terminal.standard.hint(hint) }
      exit(error.status.rawValue)
    }
  }

  /// Answers the call of a helper. What needs the store's lock or the network is left to the network
  /// program.
  private static func answer(
    _ helper: HelperArguments, _ arguments: [String]
  ) throws(CommandFailure) -> Never {
    let call = try HelperCall(helper.words, variable: ProcessVariables.value) {
      () throws(CommandFailure) in
      try StandardInput.bytes(limit: NetworkProgram.maximumInput)
    }
    let output: HelperOutput?
    do throws(CommandFailure) {
      output = try cachedAnswer(call)
    } catch {
      output = call.helper.answer(error)
    }
    guard let output else {
      try NetworkProgram.replaceThisProcess(arguments, input: call.input)
    }
    try output.write(to: .standard)
    exit(output.status.rawValue)
  }

  private static func cachedAnswer(_ call: HelperCall) throws(CommandFailure) -> HelperOutput? {
    switch try call.action(by: PlacesFile.rules(variable: ProcessVariables.value)) {
    case .answer(let output): return output
    case .rejected: return nil
    case .credential(let account, let form, let life):
      guard let life, let session = cachedSession(account) else { return nil }
      let now = RuntimeEnvironment.live.now()
      if let helper = call.helper as? any ExchangingHelper {
        let kept = KeptCredential(for: helper, of: session.account)
        return try kept.credential(lasting: life, now: now).map(helper.answer)
      }
      guard Credential.isFresh(session, as: form, lasting: life, now: now) else { return nil }
      let credential = try Credential(session, as: form)
      let given = call.given(credential, of: session)
      guard given?.isRejected(now: now) != true else { return nil }
      given?.note(now: now)
      return try call.helper.answer(credential)
    }
  }

  private static func cachedSession(_ argument: String?) -> StoredSession? {
    var account = AccountChoice.wanted(argument: argument, variable: ProcessVariables.value)
    if account == nil {
      switch try? FolderChoice(variable: ProcessVariables.value) {
      case .nothing?: break
      case .account(let chosen)?: account = chosen
      // The network program reports the file that the user has not agreed to.
      case .notTrusted?, nil: return nil
      }
    }
    guard let store = try? SystemStore(variable: ProcessVariables.value) else { return nil }
    return (try? store.cachedSession(named: account)).flatMap { $0 }
  }

  private static func cachedAnswer(_ wanted: TokenArguments) -> String? {
    guard let session = cachedSession(wanted.account) else { return nil }
    let now = RuntimeEnvironment.live.now()
    guard TokenOutput.isFresh(session, now: now) else { return nil }
    let answer = TokenOutput(session, now: now)
    guard wanted.wantsJSON else { return answer.plain }
    return UntrustedText.printable(json: String(decoding: answer.json.serialized(), as: UTF8.self))
  }
}
