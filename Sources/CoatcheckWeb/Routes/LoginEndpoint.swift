// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckFoundation
import CoatcheckOAuth
import HTTPTypes

/// `GET /auth/login`: begins a sign-in, or lets the user choose the provider.
///
/// Another site may link here: only the browser that began a sign-in can finish it, so the user signs in to
/// their own account. A signed-in user is asked first.
struct LoginEndpoint: Sendable {
  let site: SignInSite

  func answer(_ request: WebRequest) async throws(OAuthError) -> WebAnswer {
    try request.require(.get)
    let query = try request.query()
    let returnPath = site.paths.returnPath(query["return_to"])
    guard
      Rounds(site: site).mayBegin(request.head) || query["again"] == "1"
    else {
      return site.page(
        .signInDoesNotHold, .ok, for: request.head,
        continuing: site.paths.login(to: returnPath) + "&again=1")
    }
    guard let provider = try provider(query["provider"]) else {
      return ProvidersPage(site: site, returnPath: returnPath).answer(request.head)
    }
    let session = try await site.session(of: request.head).session?.session
    let purpose = purpose(query, at: provider, session)
    // A link of another site must not replace a session without the user's decision.
    if case .signIn = purpose, session != nil,
      request.head.headerFields[named: "Sec-Fetch-Site"] == "cross-site"
    {
      return site.page(
        .alreadySignedIn, .ok, for: request.head,
        continuing: site.paths.login(to: returnPath, at: provider.name))
    }
    let beginning = SignInBeginning(site: site, service: .provider(provider))
    do throws(OAuthError) {
      return try await beginning.answer(purpose, to: returnPath, hint: nil, in: request.head)
    } catch {
      // The page links to the same sign-in, so that the user can try again.
      return site.page(
        of: error, for: request.head,
        continuing: site.paths.login(to: returnPath, at: provider.name))
    }
  }

  /// The provider that is named, or the only one; nil where the user has to choose.
  private func provider(_ name: String?) throws(OAuthError) -> WebProvider? {
    guard let name else { return site.providers.count == 1 ? site.providers[0] : nil }
    guard let provider = site.provider(name) else {
      throw .refused(
        .invalidRequest, "There is no such provider.", parameter: "provider", status: 404)
    }
    return provider
  }

  /// The purpose from the parameters `acr` and `max_age`. Any site can set them: a stricter requirement
  /// does no harm.
  private func purpose(
    _ query: Parameters, at provider: WebProvider, _ session: WebSession?
  ) -> WebFlow.Purpose {
    let acr = (query["acr"] ?? "").split(separator: " ").map(String.init)
    let maxAge = query["max_age"].flatMap { Int($0) }.flatMap { 0...31_536_000 ~= $0 ? $0 : nil }
    guard !acr.isEmpty || maxAge != nil, let session,
      session.user.provider.isExactly(provider.name)
    else { return .signIn }
    return .stepUp(
      session: session.key,
      AuthenticationRequirement(acr: acr, maxAge: maxAge.map { .seconds($0) }))
  }
}
