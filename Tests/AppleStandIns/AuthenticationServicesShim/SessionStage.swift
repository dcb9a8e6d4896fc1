// SPDX-License-Identifier: Apache-2.0
import AppleStage
import Foundation
#if !APPLE_SHIM_MACOS && !APPLE_SHIM_WATCHOS
  import UIKitShim
#endif

/// The system's browser on a device: one page at a time.
public final class SessionStage: @unchecked Sendable {
  /// A page that was shown.
  public struct Shown: Sendable {
    /// The page.
    public let url: URL
    /// What ends it: `scheme:` or `https://host/path`.
    public let callback: String
    /// Whether it has cookies of its own.
    public let isEphemeral: Bool
    /// Header fields of the first request.
    public let headers: [String: String]
  }

  /// How long a page takes to disappear, at least.
  static let dismissalTime = Duration.milliseconds(100)

  /// The browser of a device.
  public static func of(_ stage: AppleStage) -> SessionStage {
    stage.part(SessionStage.self) { SessionStage(stage) }
  }

  /// Some of the header fields that the Fetch standard forbids.
  private static let forbidden: Set<String> = ["cookie", "host", "origin", "referer"]

  /// The hosts that list the app under `webcredentials`.
  public var associatedHosts: Set<String> = []
  /// How long a page takes until the next can be shown.
  public var closingTime = Duration.milliseconds(500)
  /// Whether a start while a page closes returns false; else it returns true, and nothing happens.
  public var refusesWhileClosing = false
  /// What becomes of the pages that are shown, in their order; nothing unless given.
  public var scripts: [SessionScript] = []

  let clock: StageClock
  private let lock = NSRecursiveLock()
  private weak var stage: AppleStage?
  private var pages: [Shown] = []
  private var open: ASWebAuthenticationSession?
  private var script = SessionScript.never
  private var freeAt = Duration.zero

  private init(_ stage: AppleStage) {
    self.stage = stage
    clock = stage.clock
  }

  /// The pages that were shown.
  public var shown: [Shown] { locked { pages } }

  /// Whether a page is open.
  public var isOpen: Bool { locked { open != nil } }

  /// Waits until so many pages were shown.
  public func waitUntilShown(_ count: Int = 1) async {
    while shown.count < count, !Task.isCancelled { await Task.yield() }
  }

  /// Ends the open page.
  public func end(_ script: SessionScript) {
    guard let session = locked({ open }) else { return }
    play(script, session)
  }

  func record(fault: String) { stage?.record(fault: fault) }

  /// Whether this is the main queue. On Linux its thread is not the first of the process.
  var isOnMain: Bool {
    DispatchQueue.main.setSpecific(key: Self.isMain, value: true)
    return DispatchQueue.getSpecific(key: Self.isMain) == true
  }

  private static let isMain = DispatchSpecificKey<Bool>()

  var isFree: Bool { locked { open == nil } }

  func start(_ session: ASWebAuthenticationSession) -> Bool {
    if case .isNotStarted(let completes) = locked({ scripts.first }) {
      locked { _ = scripts.removeFirst() }
      if completes { session.complete(nil, ASWebAuthenticationSessionError(.canceledLogin)) }
      return false
    }
    if locked({ open != nil || clock.now < freeAt }) {
      // The alert of the system flashes or does not appear, and the completion handler is never called.
      return !refusesWhileClosing
    }
    if let failure = failure(session) {
      session.complete(nil, failure)
      return true
    }
    let next = locked {
      open = session
      script = scripts.isEmpty ? .never : scripts.removeFirst()
      pages.append(Shown(session))
      return script
    }
    play(next, session)
    return true
  }

  func cancel(_ session: ASWebAuthenticationSession) {
    guard locked({ open === session }) else { return }
    let script = locked { self.script }
    close()
    if case .untilCancelled(completes: true) = script {
      session.complete(nil, ASWebAuthenticationSessionError(.canceledLogin))
    }
  }

  private static func state(of session: ASWebAuthenticationSession) -> String {
    URLComponents(url: session.url, resolvingAgainstBaseURL: false)?.queryItems?
      .first { $0.name == "state" }?.value ?? ""
  }

  private func play(_ script: SessionScript, _ session: ASWebAuthenticationSession) {
    switch script {
    case .never, .untilCancelled, .isNotStarted: break
    case .grants(let address):
      play(.leads(to: "\(address)?code=c&state=\(Self.state(of: session))"), session)
    case .grantsInFragment(let address, let parameters):
      play(.leads(to: "\(address)#\(parameters)&state=\(Self.state(of: session))"), session)
    case .leads(let address), .leadsTwice(let address):
      guard let url = URL(string: address), session.callback.matchesURL(url) else { return }
      #if !APPLE_SHIM_TVOS && !APPLE_SHIM_WATCHOS
        // The session retains itself until it ends, but not its presentation context provider.
        guard session.presentationContextProvider != nil else {
          return finish(
            session, nil, ASWebAuthenticationSessionError(.presentationContextNotProvided))
        }
      #endif
      finish(session, url, nil)
      if case .leadsTwice = script { session.complete(url, nil) }
    case .closedByUser:
      finish(session, nil, ASWebAuthenticationSessionError(.canceledLogin))
    case .fails(let code, let texts):
      let code = ASWebAuthenticationSessionError.Code(rawValue: code) ?? .canceledLogin
      finish(session, nil, ASWebAuthenticationSessionError(code, userInfo: texts))
    case .failsElsewhere: finish(session, nil, URLError(.notConnectedToInternet))
    }
  }

  private func finish(
    _ session: ASWebAuthenticationSession, _ url: URL?, _ error: (any Error)?
  ) {
    close()
    session.complete(url, error)
  }

  private func close() {
    locked {
      open = nil
      freeAt = clock.now + closingTime
    }
  }

  /// The system's error for a page that cannot be shown; nil if it can be shown.
  private func failure(_ session: ASWebAuthenticationSession) -> ASWebAuthenticationSessionError? {
    func misconfigured(_ reason: String) -> ASWebAuthenticationSessionError {
      .init(.canceledLogin, userInfo: [NSLocalizedFailureReasonErrorKey: reason])
    }
    let names = session.additionalHeaderFields?.keys.map { $0.lowercased() } ?? []
    if let name = names.first(where: Self.forbidden.contains) {
      return misconfigured("The header field \(name) is forbidden.")
    }
    if case .https(let host, _) = session.callback.kind, !associatedHosts.contains(host) {
      return misconfigured(
        "Using HTTPS callbacks requires Associated Domains using the webcredentials service type "
          + "for \(host).")
    }
    return anchorFailure(session)
  }

  private func anchorFailure(
    _ session: ASWebAuthenticationSession
  ) -> ASWebAuthenticationSessionError? {
    #if APPLE_SHIM_TVOS || APPLE_SHIM_WATCHOS
      return nil
    #else
      return MainActor.assumeIsolated {
        guard let provider = session.presentationContextProvider else {
          return .init(.presentationContextNotProvided)
        }
        let anchor = provider.presentationAnchor(for: session)
        #if !APPLE_SHIM_MACOS
          guard anchor.windowScene?.activationState == .foregroundActive else {
            return .init(.presentationContextInvalid)
          }
        #endif
        return nil
      }
    #endif
  }

  private func locked<Value>(_ body: () -> Value) -> Value {
    lock.lock()
    defer { lock.unlock() }
    return body()
  }
}

extension SessionStage.Shown {
  fileprivate init(_ session: ASWebAuthenticationSession) {
    url = session.url
    switch session.callback.kind {
    case .scheme(let scheme): callback = scheme + ":"
    case .https(let host, let path): callback = "https://\(host)\(path)"
    }
    #if APPLE_SHIM_TVOS
      isEphemeral = false
    #else
      isEphemeral = session.prefersEphemeralWebBrowserSession
    #endif
    headers = session.additionalHeaderFields ?? [:]
  }
}
