// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import Crypto
import Foundation
import HTTPTypes
import Mustache

/// The pages in all languages.
struct PagesByLanguage: Sendable {
  private let templates = CompiledTemplates()
  private let issuer: String
  private let base: String

  /// - Parameter base: The path of the issuer, empty at the root.
  init(issuer: String, base: String) {
    self.issuer = issuer
    self.base = base
  }

  /// The pages in one language.
  func pages(in language: ChosenLanguage) -> Pages {
    Pages(language: language, issuer: issuer, base: base, templates: templates)
  }
}

/// Renders the pages for users. They work without scripts, and load nothing from other hosts.
struct Pages: Sendable {
  /// The path of the style sheet below the issuer. It changes with the content, so that it can be cached
  /// without a limit.
  static let styleSheetPath =
    "/assets/" + Base64URL.encode(Array(SHA256.hash(data: Data(StyleSheet.text.utf8)).prefix(9)))
    + ".css"

  /// The language, and the reason for the choice.
  let language: ChosenLanguage
  let issuer: String
  /// The path of the issuer, empty at the root.
  let base: String
  fileprivate let templates: CompiledTemplates

  /// The texts, for use outside of templates.
  var words: PageWords { PageWords(language: language.language) }

  func login(_ page: LoginPage) -> RenderedPage {
    rendered(
      .login,
      [
        "client": page.client.map(DisplayText.line),
        "action": "\(base)/login?i=\(page.interaction)",
        "csrf": page.csrf, "alert": page.alert, "own": page.client == nil ? true : nil,
        "username": page.username.flatMap { $0.isEmpty ? nil : $0 },
      ])
  }

  func consent(_ page: ConsentPage) -> RenderedPage {
    rendered(
      .consent,
      [
        "client": DisplayText.line(page.client),
        "action": "\(base)/consent/decision?i=\(page.interaction)",
        "other": "\(base)/login?i=\(page.interaction)", "csrf": page.csrf,
        "username": DisplayText.line(page.username),
        "scopes": page.scopes.map(words.sentence(for:)),
        "destination": words.destination(of: page.redirectURI), "policy": page.policy,
        "terms": page.terms,
      ])
  }

  func device(_ page: DevicePage) -> RenderedPage {
    rendered(
      .device,
      [
        "action": "\(base)/device?i=\(page.interaction)", "csrf": page.csrf, "code": page.code,
        "alert": page.alert,
      ])
  }

  func deviceConsent(_ page: DeviceConsentPage) -> RenderedPage {
    rendered(
      .deviceConsent,
      [
        "client": DisplayText.line(page.client),
        "action": "\(base)/device/decision?i=\(page.interaction)",
        "other": "\(base)/login?i=\(page.interaction)", "csrf": page.csrf,
        "username": DisplayText.line(page.username), "code": page.code,
        "scopes": page.scopes.map(words.sentence(for:)),
      ])
  }

  func formPost(_ page: FormPostPage) -> RenderedPage {
    rendered(
      .formPost,
      [
        "client": DisplayText.line(page.client), "action": page.action,
        "fields": fields(page.parameters), "script": FormPostPage.script,
      ])
  }

  func warning(_ page: WarningPage) -> RenderedPage {
    rendered(
      .warning,
      [
        "client": DisplayText.line(page.client),
        "destination": words.destination(of: page.action), "detail": page.detail,
        "code": page.code, "method": page.method.rawValue, "action": page.action,
        "fields": fields(page.parameters),
      ])
  }

  func message(_ page: MessagePage) -> RenderedPage {
    let values = page.client.map { ["client": DisplayText.line($0)] } ?? [:]
    return rendered(
      .message,
      [
        "title": words[page.title, values], "text": words[page.text, values],
        "detail": page.detail, "code": page.code,
      ])
  }

  func fields(_ parameters: Parameters) -> [[String: String]] {
    parameters.pairs.map { ["name": $0.name, "value": $0.value] }
  }

  /// Renders a template. Values that are nil are left out.
  func rendered(_ template: PageTemplate, _ values: [String: Any?]) -> RenderedPage {
    var values = values.compactMapValues(\.self)
    values["issuer"] = issuer
    values["stylesheet"] = base + Self.styleSheetPath
    let compiled = templates.template(template, in: language.language)
    return RenderedPage(html: compiled?.render(values) ?? "", language: language)
  }
}

/// The HTML of a page, and its language.
struct RenderedPage: Sendable {
  let html: String
  let language: ChosenLanguage
}

extension ServedResponse {
  /// A response with a page, labeled with its language.
  static func page(
    _ status: HTTPResponse.Status, _ page: RenderedPage, destination: String? = nil
  ) -> ServedResponse {
    var response = ServedResponse.page(status, page.html, destination: destination)
    // "The "Content-Language" header field describes the natural language(s) of the intended audience".
    // https://www.rfc-editor.org/rfc/rfc9110#section-8.5
    response.head.headerFields[.contentLanguage] = page.language.language.rawValue
    response.head.headerFields[.vary] = page.language.varies
    return response
  }
}
