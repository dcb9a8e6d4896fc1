// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

/// A sheet that shows one page of the authorization server above the app. The protocol has what is
/// needed of a sheet, so that tests can do without the system's.
@MainActor
protocol WebSheet: AnyObject {
  /// Shows the page, once.
  ///
  /// - Returns: False when it is not shown. Whether the end is reported then varies.
  func start() -> Bool

  /// Closes the sheet. Whether the end is reported then is not documented.
  func cancel()
}

/// Makes the sheets of one user agent.
@MainActor
protocol SheetMaker: Sendable {
  /// Makes a sheet, which is not shown yet, as soon as one can be shown.
  ///
  /// - Parameters:
  ///   - request: The page, and what ends the sheet.
  ///   - ended: Called with each end that the system reports: from any thread, never, once or more
  ///     often.
  /// - Throws: `misused` naming what the app has to give, when none can be shown after a while;
  ///   `cancelled` when the task is cancelled.
  func sheet(
    for request: SheetRequest, ended: @escaping @Sendable (SheetEnd) -> Void
  ) async throws(OAuthError) -> any WebSheet
}
