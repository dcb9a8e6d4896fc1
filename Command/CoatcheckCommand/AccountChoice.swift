// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient

/// Which stored session a command means.
public enum AccountChoice {
  /// The account asked for: the argument of the command, else `$COATCHECK_ACCOUNT`.
  public static func wanted(argument: String?, variable: (String) -> String?) -> String? {
    argument ?? variable("COATCHECK_ACCOUNT").flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The session that `wanted` names: by its name, else by its subject, else by its issuer,
  /// else by its provider.
  ///
  /// Without `wanted` it is the default account's, else the only one. The default is a pointer that
  /// the user has set and that `accounts` and `status` show; an account that was named is never
  /// another one than that.
  ///
  /// - Parameters:
  ///   - wanted: The account asked for.
  ///   - sessions: What is stored.
  ///   - defaultAccount: The account that the user has chosen for the case that none is named; one
  ///     that is gone counts for nothing.
  /// - Throws: A failure with ``ExitStatus/notSignedIn`` if none fits, with ``ExitStatus/usage`` if
  ///   several do.
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
