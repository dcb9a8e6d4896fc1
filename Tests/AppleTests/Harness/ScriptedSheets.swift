// SPDX-License-Identifier: Apache-2.0
import AppleStage
@testable import CoatcheckClient
import TestSupport

/// Sheets that end by scripts, on another thread, without a framework of the system. They also run on a
/// Mac, where the stand-ins do not run.
@MainActor
final class ScriptedSheets: SheetMaker {
  private var scripts: [SessionScript]
  private let clock: StageClock
  private(set) var shown: [SheetRequest] = []
  fileprivate var open: ScriptedSheet?
  fileprivate var freeAt = Duration.zero

  init(_ scripts: [SessionScript], _ clock: StageClock) {
    self.scripts = scripts
    self.clock = clock
  }

  func sheet(
    for request: SheetRequest, ended: @escaping @Sendable (SheetEnd) -> Void
  ) async throws(OAuthError) -> any WebSheet {
    ScriptedSheet(self, request, ended)
  }

  fileprivate func start(_ sheet: ScriptedSheet) -> Bool {
    let script = scripts.isEmpty ? .never : scripts.removeFirst()
    if case .isNotStarted(let completes) = script {
      if completes { sheet.end(.failed(SheetFailure(code: 1, information: [:]))) }
      return false
    }
    guard open == nil, clock.now >= freeAt else { return true }
    shown.append(sheet.request)
    open = sheet
    sheet.script = script
    sheet.play(script)
    return true
  }

  fileprivate func close(_ sheet: ScriptedSheet) {
    guard open === sheet else { return }
    open = nil
    freeAt = clock.now + .milliseconds(500)
  }
}

@MainActor
private final class ScriptedSheet: WebSheet {
  let request: SheetRequest
  var script = SessionScript.never
  private let sheets: ScriptedSheets
  private let ended: @Sendable (SheetEnd) -> Void

  init(
    _ sheets: ScriptedSheets, _ request: SheetRequest,
    _ ended: @escaping @Sendable (SheetEnd) -> Void
  ) {
    self.sheets = sheets
    self.request = request
    self.ended = ended
  }

  func start() -> Bool { sheets.start(self) }

  func cancel() {
    guard sheets.open === self else { return }
    sheets.close(self)
    if case .untilCancelled(completes: true) = script {
      end(.failed(SheetFailure(code: 1, information: [:])))
    }
  }

  func end(_ end: SheetEnd) {
    let ended = ended
    Thread.detachNewThread { ended(end) }
  }

  func play(_ script: SessionScript) {
    switch script {
    case .never, .untilCancelled, .isNotStarted, .grants, .grantsInFragment: return
    case .leads(let address): end(.callback(address))
    case .leadsTwice(let address):
      end(.callback(address))
      end(.callback(address))
    case .closedByUser: end(.failed(SheetFailure(code: 1, information: [:])))
    case .fails(let code, let texts): end(.failed(SheetFailure(code: code, information: texts)))
    case .failsElsewhere: end(.failed(.unknown))
    }
    sheets.close(self)
  }
}
