// SPDX-License-Identifier: Apache-2.0

public import Coatcheck
import CoatcheckClient
import CoatcheckOAuth
import CoatcheckOCLC
public import Foundation
#if canImport(UIKit) && !os(watchOS)
  public import UIKit
#endif

/// The callbacks of the web view in OCLC's sample, on the main thread.
///
/// New code awaits `client.signIn(scopes:storedAs:)`.
@MainActor
public protocol AuthenticationDelegate: AnyObject {
  /// The attempt has ended.
  ///
  /// - Parameters:
  ///   - success: Whether there is an access token. The sample also passed true for an error of the
  ///     server.
  ///   - result: The parameters of the response; `error` and `error_description` for an error.
  func authenticatedSuccess(_ success: Bool, result: [AnyHashable: Any]!)
  /// The attempt has begun.
  func displayActivityIndicator()
  /// The attempt has ended, or the browser is shown.
  func hideActivityIndicator()
}

/// The class of OCLC's sample that requests an access token, implemented by the new library. It is not a
/// web view: the user signs in in the browser, which returns to the app by `redirectUrl`.
///
/// New code uses `OCLCConfiguration` and `client.signIn(scopes:storedAs:)`. As in the sample, nothing is
/// stored.
@MainActor
public final class OCLC_AuthenticationUIWebView {
  /// The delegate, which is notified how the attempt ends.
  public var authenticationDelegate: (any AuthenticationDelegate)?

  /// The user agent that shows OCLC's pages and receives the address with which the app is opened: call
  /// its `receive(_:)` with the address. ``getToken(_:)`` creates one, unless one is set; a user agent
  /// that is set stays in use for all attempts.
  public var browser: CallbackUserAgent?

  /// The session of the last attempt; nil if it failed.
  public private(set) var session: Session?

  /// The clocks and the random generator.
  public var environment = RuntimeEnvironment.live

  /// Creates an object without an attempt.
  ///
  /// - Parameter frame: The frame of the sample's web view. It is not used.
  public init(frame: CGRect = .zero) {}

  /// Requests a token with the parameters of an `authentication.plist`. The delegate is notified of the
  /// result.
  ///
  /// New code creates an `OCLCConfiguration` and calls `client.signIn(scopes:storedAs:)`.
  ///
  /// - Parameter request: The dictionary of the property list; entries that are not strings are ignored.
  ///   The scopes may also stand under `scope`, as in the sample's own file.
  public func getToken(_ request: [AnyHashable: Any]!) {
    authenticationDelegate?.displayActivityIndicator()
    let texts = (request ?? [:]).reduce(into: [String: String]()) { texts, pair in
      guard let key = pair.key as? String, let text = pair.value as? String else { return }
      texts[key == "scope" ? "scopes" : key] = text
    }
    Task { await finish(attempt(texts)) }
  }

  private func attempt(_ texts: [String: String]) async -> Result<Session, OAuthError> {
    do throws(OAuthError) {
      let configuration = try Self.configuration(texts)
      let browser =
        browser
        ?? CallbackUserAgent(redirectURI: configuration.redirectURL) { url in
          #if canImport(UIKit) && !os(watchOS)
            _ = await UIApplication.shared.open(url)
          #else
            try await SystemBrowser.open(url)
          #endif
        }
      self.browser = browser
      let environment = environment
      let client = Client(
        of: try configuration.provider(), id: configuration.wskey, store: MemoryTokenStore()
      ) {
        $0.redirect = configuration.redirect
        $0.userAgent = browser
        $0.environment = environment
      }
      return .success(try await client.signIn(scopes: configuration.scopes))
    } catch {
      return .failure(error)
    }
  }

  private static func configuration(
    _ texts: [String: String]
  ) throws(OAuthError) -> OCLCConfiguration {
    guard let data = try? JSONEncoder().encode(texts) else {
      throw .misused("request", "The parameters are not texts.")
    }
    return try OCLCConfiguration(json: data)
  }

  private func finish(_ result: Result<Session, OAuthError>) {
    authenticationDelegate?.hideActivityIndicator()
    switch result {
    case .success(let session):
      self.session = session
      authenticationDelegate?.authenticatedSuccess(true, result: session.oclcResult)
    case .failure(let error):
      session = nil
      authenticationDelegate?.authenticatedSuccess(
        false,
        result: [
          "error": error.code.rawValue, "error_description": error.peerDescription ?? error.reason,
        ])
    }
  }
}
