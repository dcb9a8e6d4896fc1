// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

/// The name, labels and data that the user and the app attach to an account.
public struct AccountNotes: Sendable {
  /// Words to find the account by.
  public var labels: Set<String>
  /// What the app keeps with the account. It is stored as carefully as the tokens.
  public var appData: JSONObject
}
