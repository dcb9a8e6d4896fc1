// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import Crypto
import Foundation
import Mustache

/// Renders the pages users see. They work without script and load nothing from elsewhere.
struct Pages: Sendable {
  /// The style sheet's path under the issuer: its name changes with its content, so it may be kept.
  static let styleSheetPath =
    "/assets/" + Base64URL.encode(Array(SHA256.hash(data: Data(StyleSheet.text.utf8)).prefix(9)))
    + ".css"

  private let issuer: String
  private let base: String
  private let loginTemplate: MustacheTemplate
  private let consentTemplate: MustacheTemplate
  private let messageTemplate: MustacheTemplate
  private let deviceTemplate: MustacheTemplate
  private let deviceConsentTemplate: MustacheTemplate
  private let formPostTemplate: MustacheTemplate
  private let warningTemplate: MustacheTemplate

  /// - Parameter base: The path of the issuer, empty at the root.
  init(issuer: String, base: String) throws {
    self.issuer = issuer
    self.base = base
    loginTemplate = try MustacheTemplate(string: Templates.login)
    consentTemplate = try MustacheTemplate(string: Templates.consent)
    messageTemplate = try MustacheTemplate(string: Templates.message)
    deviceTemplate = try MustacheTemplate(string: Templates.device)
    deviceConsentTemplate = try MustacheTemplate(string: Templates.deviceConsent)
    formPostTemplate = try MustacheTemplate(string: Templates.formPost)
    warningTemplate = try MustacheTemplate(string: Templates.warning)
  }

  func login(_ page: LoginPage) -> String {
    var values = frame(title: "Sign in")
    values["client"] = DisplayText.line(page.client)
    values["action"] = "\(base)/login?i=\(page.interaction)"
    values["csrf"] = page.csrf
    values["alert"] = page.alert
    values["username"] = page.username.flatMap { $0.isEmpty ? nil : $0 }
    return loginTemplate.render(values)
  }

  func consent(_ page: ConsentPage) -> String {
    var values = frame(title: "Allow \(DisplayText.line(page.client))?")
    values["client"] = DisplayText.line(page.client)
    values["action"] = "\(base)/consent/decision?i=\(page.interaction)"
    values["other"] = "\(base)/login?i=\(page.interaction)"
    values["csrf"] = page.csrf
    values["username"] = DisplayText.line(page.username)
    values["scopes"] = page.scopes.map(ScopeText.sentence)
    values["destination"] = page.destination
    values["policy"] = page.policy
    values["terms"] = page.terms
    return consentTemplate.render(values)
  }

  func device(_ page: DevicePage) -> String {
    var values = frame(title: "Connect a device")
    values["action"] = "\(base)/device?i=\(page.interaction)"
    values["csrf"] = page.csrf
    values["code"] = page.code
    values["alert"] = page.alert
    return deviceTemplate.render(values)
  }

  func deviceConsent(_ page: DeviceConsentPage) -> String {
    var values = frame(title: "Connect \(DisplayText.line(page.client))?")
    values["client"] = DisplayText.line(page.client)
    values["action"] = "\(base)/device/decision?i=\(page.interaction)"
    values["other"] = "\(base)/login?i=\(page.interaction)"
    values["csrf"] = page.csrf
    values["username"] = DisplayText.line(page.username)
    values["code"] = page.code
    values["scopes"] = page.scopes.map(ScopeText.sentence)
    return deviceConsentTemplate.render(values)
  }

  func formPost(_ page: FormPostPage) -> String {
    var values = frame(title: "Back to \(DisplayText.line(page.client))")
    values["client"] = DisplayText.line(page.client)
    values["action"] = page.action
    values["fields"] = fields(page.parameters)
    values["script"] = FormPostPage.script
    return formPostTemplate.render(values)
  }

  func warning(_ page: WarningPage) -> String {
    var values = frame(title: "This sign-in cannot go on")
    values["client"] = DisplayText.line(page.client)
    values["destination"] = page.destination
    values["detail"] = page.detail
    values["code"] = page.code
    values["method"] = page.method.rawValue
    values["action"] = page.action
    values["fields"] = fields(page.parameters)
    return warningTemplate.render(values)
  }

  private func fields(_ parameters: Parameters) -> [[String: String]] {
    parameters.pairs.map { ["name": $0.name, "value": $0.value] }
  }

  func message(_ page: MessagePage) -> String {
    var values = frame(title: page.title)
    values["text"] = page.text
    values["detail"] = page.detail
    values["code"] = page.code
    return messageTemplate.render(values)
  }

  /// What every page shows.
  func frame(title: String) -> [String: Any] {
    ["title": title, "issuer": issuer, "stylesheet": base + Self.styleSheetPath]
  }
}

/// What the sign-in page shows.
struct LoginPage {
  let client: String
  let interaction: String
  let csrf: String
  var username: String?
  var alert: String?
}

/// What the consent page shows.
struct ConsentPage {
  let client: String
  let interaction: String
  let csrf: String
  let username: String
  let scopes: [String]
  let destination: String
  /// Where the client says what it does with users' data, and its terms. They are links and nothing
  /// else: the page itself loads nothing from elsewhere, also no logo.
  var policy: String?
  var terms: String?
}

/// A page that says something and offers nothing to press.
struct MessagePage {
  let title: String
  let text: String
  var detail: String?
  var code: String?

  /// For an interaction that is used, expired, or of another browser.
  static let startAgain = MessagePage(
    title: "Please start again",
    text: "This page has expired, was already used, or was opened in another browser. "
      + "Go back to the app and sign in from there.")

  /// For a form that did not come from our page.
  static let forged = MessagePage(
    title: "This form was not accepted",
    text: "It did not come from the page we sent to this browser. "
      + "Go back to the app and sign in from there.")
}
