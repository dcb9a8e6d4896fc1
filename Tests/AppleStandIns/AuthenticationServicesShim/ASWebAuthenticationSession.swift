// SPDX-License-Identifier: Apache-2.0
import AppleStage
import Foundation

/// A page in the system's browser, above the app.
open class ASWebAuthenticationSession: NSObject {
  /// What is called at the end: plain, neither sendable nor of the main actor.
  public typealias CompletionHandler = (URL?, (any Error)?) -> Void

  let stage: SessionStage
  let url: URL
  let callback: Callback
  private let completion: CompletionHandler
  private let dismissal: Dismissal

  #if !APPLE_SHIM_TVOS && !APPLE_SHIM_WATCHOS
    /// Says where the page appears. The session does not keep it.
    open weak var presentationContextProvider:
      (any ASWebAuthenticationPresentationContextProviding)?
  #endif
  #if !APPLE_SHIM_TVOS
    /// Whether the page has cookies of its own.
    open var prefersEphemeralWebBrowserSession = false
  #endif
  /// Header fields of the first request.
  open var additionalHeaderFields: [String: String]?

  var isStarted = false
  var isCancelled = false

  /// A session.
  public init(
    url: URL, callback: Callback, completionHandler: @escaping CompletionHandler
  ) {
    // Apple's class raises an exception for other schemes.
    precondition(url.scheme == "https" || url.scheme == "http", "The scheme of the page.")
    self.url = url
    self.callback = callback
    completion = completionHandler
    stage = .of(.current)
    dismissal = Dismissal(stage)
  }

  deinit { dismissal.sessionIsReleased() }

  /// Whether `start()` would show the page. It does not know of a page that is still closing.
  open var canStart: Bool { !isStarted && !isCancelled && stage.isFree }

  /// Shows the page, once.
  @discardableResult
  open func start() -> Bool {
    if !stage.isOnMain { stage.record(fault: "start() is called off the main thread") }
    guard !isStarted, !isCancelled else { return false }
    isStarted = true
    return stage.start(self)
  }

  #if !APPLE_SHIM_TVOS
    /// Closes the page; twice is harmless.
    open func cancel() {
      if !stage.isOnMain { stage.record(fault: "cancel() is called off the main thread") }
      guard !isCancelled else { return }
      isCancelled = true
      stage.cancel(self)
    }
  #endif

  /// Calls the handler on a thread of the system's own. The app has to keep the session until
  /// the page is gone.
  func complete(_ url: URL?, _ error: (any Error)?) {
    let end = SessionEnd(url: url, error: error, handler: completion)
    dismissal.begins()
    Thread.detachNewThread { end.handler(end.url, end.error) }
  }
}

/// The completion handler and its arguments, for the thread that calls it.
private struct SessionEnd: @unchecked Sendable {
  let url: URL?
  let error: (any Error)?
  let handler: ASWebAuthenticationSession.CompletionHandler
}

/// Records a fault if the session is released while its page is still closing.
private final class Dismissal: @unchecked Sendable {
  private let stage: SessionStage
  private var began: Duration?

  init(_ stage: SessionStage) { self.stage = stage }

  func begins() { began = stage.clock.now }

  func sessionIsReleased() {
    guard let began, stage.clock.now < began + SessionStage.dismissalTime else { return }
    stage.record(fault: "the session is released while its page disappears")
  }
}
