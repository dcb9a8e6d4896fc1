// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// Where a browser's session ends.
///
/// [RP-Initiated Logout
/// §2](https://openid.net/specs/openid-connect-rpinitiated-1_0.html#RPLogout)
extension IdentityServer {
  func logout(_ request: ServedRequest) async -> ServedResponse {
    do {
      let parameters = try EndSessionRequest.parameters(head: request.head, body: request.body)
      let isPost = request.head.method == .post
      let isOurs = isPost && parameters["csrf"] != nil
      // Browsers keep the session's cookie from a form that another site sends, and bring it when they
      // follow an address.
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
      case .page(let error): return await refusedLogout(error, login)
      case .confirmation(let client): return await confirmation(client, parameters, login)
      case .signedOut(let result):
        await tell(result.notices)
        return signedOut(result)
      }
    } catch let error as OAuthError {
      return await refusedLogout(error, nil)
    } catch {
      return unavailable(error)
    }
  }

  /// What the form on the confirming page carries: it is bound to one session and cannot be forged.
  private func logoutToken(of login: LoginSession) -> String {
    Base64URL.encode(sealer.tag(of: ["sign-out", login.digest.hex], for: .forms))
  }

  /// The same request as an address; nil when it would be too long for one.
  private func asAddress(_ parameters: Parameters) -> String? {
    var kept = Parameters()
    for name in EndSessionRequest.names { kept[name] = parameters[name] }
    let address = base + "/logout" + (kept.isEmpty ? "" : "?" + kept.encoded)
    return address.utf8.count <= HTTPLimits.standard.target ? address : nil
  }

  private func confirmation(
    _ client: RegisteredClient?, _ parameters: Parameters, _ login: LoginSession?
  ) async -> ServedResponse {
    guard let login else { return signedOut(nil) }
    var page = await logoutPage(login)
    page.client = client?.name
    for name in EndSessionRequest.names {
      if let value = parameters[name] { page.fields.append((name, value)) }
    }
    return .page(
      .ok, logoutPages.confirmation(page), destination: parameters["post_logout_redirect_uri"])
  }

  /// What was wrong with the request, and still a way to sign out: by the user's own wish, and to nowhere.
  private func refusedLogout(_ error: OAuthError, _ login: LoginSession?) async -> ServedResponse {
    let status = error.status.map { HTTPResponse.Status(code: $0) } ?? .badRequest
    guard let login, status.kind == .clientError else {
      return .page(
        status,
        pages.message(
          MessagePage(
            title: "This sign-out cannot go on",
            text: "The app sent a request this server does not accept.", detail: error.reason,
            code: error.code.rawValue)))
    }
    var page = await logoutPage(login)
    page.alert = "The app's request is not accepted, so you will not be sent back to it."
    page.detail = error.reason
    return .page(status, logoutPages.confirmation(page))
  }

  private func logoutPage(_ login: LoginSession) async -> LogoutPage {
    let user = try? await users.user(id: login.userID)
    return LogoutPage(csrf: logoutToken(of: login), username: user?.name.text ?? login.userID)
  }

  /// Sends the browser back, or keeps it at a page that shows the clients' own pages in frames first.
  private func signedOut(_ result: SignOutResult?) -> ServedResponse {
    let frames = result?.frames ?? []
    if let location = result?.location, frames.isEmpty {
      return .seeOther(location, cookies: [logins.removal])
    }
    var response = ServedResponse.page(
      .ok,
      logoutPages.signedOut(
        SignedOutPage(frames: frames.map(\.text), location: result?.location)))
    response.set([logins.removal])
    if !frames.isEmpty { response.allow(frames: frames.map(\.text), then: result?.location) }
    return response
  }
}

extension Sealer.Purpose {
  /// What forms carry to show that they come from our own pages: a tag, nothing that opens again.
  static let forms = Sealer.Purpose(rawValue: "forms")
}

extension ServedResponse {
  /// Lets a page show frames of these addresses' origins and no others, and go on after they had their time.
  fileprivate mutating func allow(frames: [String], then location: String?) {
    let origins = Set(frames.compactMap(Self.origin(of:))).sorted().joined(separator: " ")
    allow("frame-src \(origins)")
    if let location { Hardening.set("Refresh", "3; url=\(location)", in: &head) }
  }
}
