// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

/// Shows one sheet at a time: the system has room for one in each app.
///
/// The newest request wins. The older one ends with `cancelled` at once, and the newer one is shown
/// when the older sheet is gone.
@MainActor
final class SheetPresenter {
  /// How long a sheet takes to disappear. A sheet that is started earlier may never be shown, and
  /// never report its end.
  static let closingTime = Duration.milliseconds(600)

  /// A request to show a sheet. Its outcome is set once.
  private final class Attempt {
    let outcome = OneShot<Result<SheetEnd, OAuthError>>()
    var sheet: (any WebSheet)?
  }

  private var newest: Attempt?
  private var closing: Task<Void, Never>?
  private let environment: RuntimeEnvironment

  /// The presenter of this process.
  nonisolated static let shared = SheetPresenter(environment: .live)

  /// - Parameter environment: Waits until a sheet has disappeared.
  nonisolated init(environment: RuntimeEnvironment) { self.environment = environment }

  /// Shows a sheet, and waits for its end.
  ///
  /// - Throws: `cancelled` at once when the task is cancelled or a newer request comes; `misused`
  ///   when no sheet can be shown.
  func end(
    of request: SheetRequest, madeBy maker: any SheetMaker
  ) async throws(OAuthError) -> SheetEnd {
    let attempt = Attempt()
    if let older = newest {
      older.outcome.set(.failure(Self.superseded))
      close(older)
    }
    newest = attempt
    let outcome = attempt.outcome
    let opening = Task { await open(attempt, request, maker) }
    // The end that the system reports after a cancellation is not waited for: it may never come.
    let result = await withTaskCancellationHandler {
      await outcome.value
    } onCancel: {
      outcome.set(.failure(.programCancelled))
    }
    opening.cancel()
    if newest === attempt { newest = nil }
    close(attempt)
    return try result.get()
  }

  private static let superseded = OAuthError.unreachable(
    .cancelled, "A newer request shows its page instead of this one.")

  private func open(_ attempt: Attempt, _ request: SheetRequest, _ maker: any SheetMaker) async {
    do throws(OAuthError) {
      if let end = try await shown(attempt, request, maker) { attempt.outcome.set(.success(end)) }
    } catch {
      attempt.outcome.set(.failure(error))
    }
  }

  /// Shows the sheet, and once more when it could not be shown; nil when the request has ended.
  private func shown(
    _ attempt: Attempt, _ request: SheetRequest, _ maker: any SheetMaker
  ) async throws(OAuthError) -> SheetEnd? {
    for isLast in [false, true] {
      await closing?.value
      guard newest === attempt else { return nil }
      let ended = OneShot<SheetEnd>()
      let sheet = try await maker.sheet(for: request) { ended.set($0) }
      guard newest === attempt else { return nil }
      attempt.sheet = sheet
      if sheet.start() {
        let end = await withTaskCancellationHandler {
          await ended.value
        } onCancel: {
          ended.set(.failed(.unknown))
        }
        guard case .failed(let failure) = end, failure.code == SheetFailure.inactiveWindow, !isLast
        else { return end }
      } else if isLast {
        throw .misused("sheet", "The system does not show the sign-in page now.")
      }
      guard newest === attempt else { return nil }
      close(attempt)
    }
    return nil
  }

  /// Closes the sheet of a request. The sheet is kept until it is gone: a sheet that is released
  /// while it disappears ends the app.
  private func close(_ attempt: Attempt) {
    guard let sheet = attempt.sheet else { return }
    attempt.sheet = nil
    // Harmless for a sheet that has ended.
    sheet.cancel()
    let environment = environment
    closing = Task { [before = closing] in
      await before?.value
      try? await environment.sleep(Self.closingTime)
      withExtendedLifetime(sheet) {}
    }
  }
}
