// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// The logout endpoint.
///
/// [RP-Initiated Logout
/// §2](https://openid.net/specs/openid-connect-rpinitiated-1_0.html#RPLogout)
extension IdentityServer {
  func logout(_ request: ServedRequest) async -> ServedResponse {
    var pages = self.pages(for: request)
    do {
      let parameters = try EndSessionRequest.parameters(head: request.head, body: request.body)
      pages = self.pages(for: request, locales: parameters["ui_locales"])
      let isPost = request.head.method == .post
      let isOurs = isPost && parameters["csrf"] != nil
      // With `SameSite=Lax`, browsers do not send the session cookie with a form of another site, but with
      // a link. So the request is repeated as a GET.
      if isPost, !isOurs, !logins.isHeld(in: request.head), let again = asAddress(parameters) {
        return .seeOther(again)
      }
      let login = try await logins.login(in: request.head)
      var decision = LogoutInput.Decision.unasked
      if isOurs, let login {
        guard self.isOurs(parameters, token: logoutToken(of: login)) else {
          return .page(.forbidden, pages.message(.logoutForged))
        }
        guard parameters["action"] == "sign-out" else {
          return .page(.ok, pages.message(.stillSignedIn))
        }
        decision = .confirmed
      }
      let ask = LogoutInput(EndSessionRequest(parameters), login: login, decision: decision)
      switch await authorizationServer.endSession(ask) {
      case .page(let error): return await refusedLogout(error, login, pages)
      case .confirmation(let question):
        return await confirmation(question, parameters, login, pages)
      case .signedOut(let result):
        await tell(result.notices)
        return signedOut(result, pages)
      }
    } catch let error as OAuthError {
      return await refusedLogout(error, nil, pages)
    } catch {
      return unavailable(error, in: pages)
    }
  }

  /// The CSRF token of the confirmation form, which is bound to the login session.
  private func logoutToken(of login: LoginSession) -> String {
    Base64URL.encode(sealer.tag(of: ["sign-out", login.digest.hex], for: .forms))
  }

  /// The same request as a GET address; nil when the address would be too long.
  private func asAddress(_ parameters: Parameters) -> String? {
    var kept = Parameters()
    for name in EndSessionRequest.names { kept[name] = parameters[name] }
    let address = base + "/logout" + (kept.isEmpty ? "" : "?" + kept.encoded)
    return address.utf8.count <= HTTPLimits.standard.target ? address : nil
  }

  private func confirmation(
    _ question: LogoutQuestion, _ parameters: Parameters, _ login: LoginSession?, _ pages: Pages
  ) async -> ServedResponse {
    guard let login else { return signedOut(nil, pages) }
    var page = await logoutPage(login)
    page.client = question.client?.name
    // `logout_hint` is untrusted text of the client, and is not shown.
    if question.isForAnotherUser { page.alert = pages.words[.logoutAnotherUser] }
    for name in EndSessionRequest.names {
      if let value = parameters[name] { page.fields.append((name, value)) }
    }
    return .page(
      .ok, pages.logout(page), destination: parameters["post_logout_redirect_uri"])
  }

  /// The error, with a form by which a signed-in user can still sign out, without a redirect afterwards.
  private func refusedLogout(
    _ error: OAuthError, _ login: LoginSession?, _ pages: Pages
  ) async -> ServedResponse {
    let status = error.status.map { HTTPResponse.Status(code: $0) } ?? .badRequest
    guard let login, status.kind == .clientError else {
      return .page(
        status,
        pages.message(
          MessagePage(
            title: .logoutRefusedTitle, text: .refusedText, detail: error.reason,
            code: error.code.rawValue)))
    }
    var page = await logoutPage(login)
    page.alert = pages.words[.logoutNotBack]
    page.detail = error.reason
    return .page(status, pages.logout(page))
  }

  private func logoutPage(_ login: LoginSession) async -> LogoutPage {
    let user = try? await users.user(id: login.userID)
    return LogoutPage(csrf: logoutToken(of: login), username: user?.name.text ?? login.userID)
  }

  /// Redirects the browser, or shows a page: with the frames of front-channel logout, or with a link when
  /// the location is not trusted.
  private func signedOut(_ result: SignOutResult?, _ pages: Pages) -> ServedResponse {
    let frames = result?.frames ?? []
    let isLink = result?.isLink == true
    if let location = result?.location, frames.isEmpty, !isLink {
      return .seeOther(location, cookies: [logins.removal])
    }
    var response = ServedResponse.page(
      .ok,
      pages.signedOut(
        SignedOutPage(
          frames: frames.map(\.text), location: result?.location, namesLocation: isLink)))
    response.set([logins.removal])
    if !frames.isEmpty {
      response.allow(frames: frames.map(\.text), then: isLink ? nil : result?.location)
    }
    return response
  }
}

extension Sealer.Purpose {
  /// The CSRF tokens of forms. They are tags only; nothing is sealed for this purpose.
  static let forms = Sealer.Purpose(rawValue: "forms")
}

extension ServedResponse {
  /// Allows frames of the origins of these addresses, and continues to `location` after three seconds.
  fileprivate mutating func allow(frames: [String], then location: String?) {
    let origins = Set(frames.compactMap(Self.origin(of:))).sorted().joined(separator: " ")
    allow("frame-src \(origins)")
    if let location { Hardening.set("Refresh", "3; url=\(location)", in: &head) }
  }
}
