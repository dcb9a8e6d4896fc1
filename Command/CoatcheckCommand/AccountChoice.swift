// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient

/// Selects the stored session that a command uses.
public enum AccountChoice {
  /// The account that the user named: the argument of the command, else `$COATCHECK_ACCOUNT`.
  ///
  /// - Parameters:
  ///   - argument: The argument; nil if the command has no such argument.
  ///   - variable: Returns the value of an environment variable by its name; nil if it is unset. An empty
  ///     value counts as unset.
  /// - Returns: Nil if neither names an account.
  public static func wanted(argument: String?, variable: (String) -> String?) -> String? {
    argument ?? variable("COATCHECK_ACCOUNT").flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The session that `wanted` names: by its name, else by its subject, else by its issuer,
  /// else by its provider.
  ///
  /// Without `wanted` it is the session of the default account, else the only one. The user sets the
  /// default account with `coatcheck switch`; it is never used in place of an account that was named.
  ///
  /// - Parameters:
  ///   - wanted: The account that the user named, from ``wanted(argument:variable:)``; nil for the default.
  ///   - sessions: All stored sessions.
  ///   - defaultAccount: The default account; nil if the user has not set it. It is ignored if it is no
  ///     longer stored.
  /// - Throws: A failure with ``ExitStatus/notSignedIn`` if no session fits; with ``ExitStatus/usage`` and
  ///   the code `ambiguous_account` if several fit.
  public static func session(
    named wanted: String?, among sessions: [StoredSession], defaultAccount: AccountID?
  ) throws(CommandFailure) -> StoredSession {
    if wanted == nil, let chosen = sessions.first(where: { $0.account == defaultAccount }) {
      return chosen
    }
    let fitting = fitting(wanted, sessions)
    if let only = fitting.first, fitting.count == 1 { return only }
    guard fitting.isEmpty else {
      let names = fitting.map(\.name).sorted().joined(separator: ", ")
      throw CommandFailure(
        .usage,
        wanted == nil ? "several accounts are stored" : "several accounts fit “\(wanted ?? "")”",
        code: "ambiguous_account", hint: "name one of them: \(names)")
    }
    guard let wanted else {
      throw CommandFailure(
        .notSignedIn, "no account is stored", hint: "sign in with: coatcheck login ISSUER")
    }
    let near = Suggestion.nearest(to: wanted, among: sessions.map(\.name))
    throw CommandFailure(
      .notSignedIn, "no stored account fits “\(wanted)”",
      hint: near.map { "did you mean “\($0)”?" } ?? "list them with: coatcheck accounts")
  }

  private static func fitting(_ wanted: String?, _ sessions: [StoredSession]) -> [StoredSession] {
    guard let wanted, !wanted.isEmpty else { return wanted == nil ? sessions : [] }
    for filter in AccountFilter.readings(of: wanted) {
      let fitting = sessions.filter(filter.admits)
      if !fitting.isEmpty { return fitting }
    }
    return []
  }
}
