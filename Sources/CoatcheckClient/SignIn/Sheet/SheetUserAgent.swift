// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckOAuth

/// The common part of the user agents on Apple's systems: which pages a sheet can show, and which
/// callbacks belong to them.
struct SheetUserAgent: Sendable {
  let redirectURI: String?
  let cookies: SheetCookies
  let deadline: Duration
  let environment: RuntimeEnvironment
  let maker: any SheetMaker
  /// Shows one sheet at a time.
  var presenter = SheetPresenter.shared

  /// The redirect URI that was given.
  func givenRedirectURI() throws(OAuthError) -> String {
    guard let redirectURI else {
      throw .misused(
        "redirectURI",
        "A sign-in sheet has no redirect URI of its own: give the one that is registered.")
    }
    return redirectURI
  }

  /// Shows the page and waits for the callback of its redirect URI.
  func authorize(_ page: AuthorizationPage) async throws(OAuthError) -> String {
    if case .state(_, let mode) = page.expected, mode == .formPost || mode == .formPostJWT {
      throw .misused(
        "responseMode", "A sign-in sheet cannot receive a form (form_post): request another mode.")
    }
    let end = try await end(
      of: page.url, callback: SheetCallback(redirectURI: page.redirectURI),
      late: "The user did not complete the sign-in in time.")
    return try callback(end, of: page.redirectURI)
  }

  /// Shows the page that ends the provider's session. Without a callback only the user can close it,
  /// and that is no failure then.
  func endSession(_ page: EndSessionPage) async throws(OAuthError) -> String? {
    guard let redirectURI = page.callback?.redirectURI else {
      let end = try await end(
        of: page.url, callback: Self.noCallback,
        late: "The user did not complete the sign-out in time.")
      if case .failed(let failure) = end, !failure.isByUser { throw failure.error }
      return nil
    }
    let end = try await end(
      of: page.url, callback: SheetCallback(redirectURI: redirectURI),
      late: "The user did not complete the sign-out in time.")
    return try callback(end, of: redirectURI)
  }

  /// The state of the login session in the browser after a sign-in.
  var browserSession: BrowserSession { cookies == .shared ? .shared : .ephemeral }

  /// A sheet has to be given a callback, and no page leads to this one.
  private static let noCallback = SheetCallback.scheme("coatcheck-no-callback")

  private func end(
    of url: URL, callback: SheetCallback, late: String
  ) async throws(OAuthError) -> SheetEnd {
    _ = try BrowserAddress(url.absoluteString)
    let request = SheetRequest(url: url, callback: callback)
    do {
      return try await withDeadline(
        deadline, environment: environment, otherwise: .unanswered(late)
      ) { [presenter, maker] in
        try await presenter.end(of: request, madeBy: maker)
      }
    } catch {
      throw OAuthError.known(error) ?? SheetFailure.unknown.error
    }
  }

  private func callback(
    _ end: SheetEnd, of redirectURI: String
  ) throws(OAuthError) -> String {
    switch end {
    case .failed(let failure): throw failure.error
    case .callback(let address):
      // The system compares the scheme alone, or the host and the path: any link of the page may
      // end the sheet.
      try RedirectURI(redirectURI).checkReceives(address)
      return address
    }
  }
}
