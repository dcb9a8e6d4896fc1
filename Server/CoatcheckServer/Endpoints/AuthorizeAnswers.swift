// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// Authorization responses that are sent by a page of this server.
extension IdentityServer {
  /// A response as a form that the browser submits automatically, or with a button without scripts.
  ///
  /// [Form Post Response Mode
  /// §2](https://openid.net/specs/oauth-v2-form-post-response-mode-1_0.html#FormPostResponseMode)
  func formPost(
    _ action: String, _ parameters: Parameters, for client: RegisteredClient, in pages: Pages,
    cookies: [String]
  ) -> ServedResponse {
    // "the result parameters [are] encoded as HTML form values that are auto-submitted in the User Agent".
    var response = ServedResponse.page(
      .ok,
      pages.formPost(FormPostPage(client: client.name, action: action, parameters: parameters)),
      destination: action)
    response.allow("script-src \(FormPostPage.scriptSource)")
    response.set(cookies)
    return response
  }

  /// An error page for an untrusted client. The user can continue to the client.
  func warning(
    _ error: OAuthError, _ client: RegisteredClient, _ delivery: AuthorizationResponse.Delivery,
    in pages: Pages, cookies: [String]
  ) -> ServedResponse {
    let (action, parameters, method): (String, Parameters, WarningPage.Method)
    switch delivery {
    case .form(let target, let answer):
      (action, parameters, method) = (target, answer, .post)
    case .redirect(let location):
      // Submitting a form by GET replaces the query of its address, so that the query becomes hidden
      // fields.
      let target = location.prefix { $0 != "?" }
      let query = location.dropFirst(target.count + 1)
      guard let answer = try? Parameters(decoding: query) else {
        return errorPage(error, in: pages)
      }
      (action, parameters, method) = (String(target), answer, .get)
    }
    var response = ServedResponse.page(
      .badRequest,
      pages.warning(
        WarningPage(
          client: client.name, detail: error.reason, code: error.code.rawValue, action: action,
          parameters: parameters, method: method)),
      destination: action)
    response.set(cookies)
    return response
  }
}
