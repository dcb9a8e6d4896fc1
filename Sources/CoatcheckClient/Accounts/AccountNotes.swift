// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

/// The labels and the data that the user and the app attach to an account.
public struct AccountNotes: Sendable {
  /// Labels by which the account can be found, as with ``AccountFilter``.
  public var labels: Set<String>
  /// Data of the app's own, as a JSON object. It is stored together with the tokens and as well
  /// protected.
  public var appData: JSONObject
}
