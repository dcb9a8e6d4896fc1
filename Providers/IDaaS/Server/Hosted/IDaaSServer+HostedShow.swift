// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import HTTPTypes
import Mustache

/// The pages as HTML, with their content security policies.
extension IDaaSServer {
  /// The page that is open in a browser.
  func showPage(_ request: ServedRequest) async -> ServedResponse {
    let accepted = HostedLanguage(accepting: acceptLanguage(request)) ?? .english
    do {
      var visit = try await visit(request)
      let query = (try? Parameters(decoding: request.query)) ?? [:]
      if !query.isEmpty || request.path != visit.flow.kind.path {
        return chosen(query, &visit)
      }
      // An error is shown once: the cookie for the next request does not contain it.
      let cookie = visit.browser
      visit.browser.alert = nil
      visit.browser.alertField = nil
      let kept = cookie == visit.browser ? nil : visit.browser.kept(by: self)
      visit.browser = cookie
      var response = try await shown(visit)
      if let kept { response.set([kept]) }
      return response
    } catch let absence as HostedAbsence {
      return gone(absence, accepted)
    } catch {
      return failing(error, HostedTexts.of(accepted))
    }
  }

  /// Stores a choice of the user from the query, and redirects to the address without a query.
  private func chosen(_ query: Parameters, _ visit: inout HostedVisit) -> ServedResponse {
    if let language = HostedLanguage(locales: query["ui_locales"]) {
      visit.browser.language = language.rawValue
    }
    if let way = query["by"], visit.methods.count > 1 {
      if visit.browser.usesEmail != (way == "email") {
        visit.browser.usesEmail = way == "email"
        visit.browser.contact = nil
        visit.browser.notice = nil
        visit.browser.nextCode = nil
      }
    }
    return .seeOther(
      visit.flow.kind.path, cookies: visit.browser.kept(by: self).map { [$0] } ?? [])
  }

  /// The page at the step where its browser is.
  private func shown(_ visit: HostedVisit) async throws -> ServedResponse {
    let theme = try await theme(of: visit)
    let look = HostedLook(theme: theme, kind: visit.flow.kind, nonce: environment.token(bytes: 12))
    var page = HostedPageValues(visit: visit, look: look, origin: settings.origin)
    let template: MustacheTemplate?
    switch visit.browser.step {
    case .contact:
      guard visit.flow.captcha == nil else {
        template = HostedTemplates.captcha
        page.addCaptcha()
        break
      }
      template = HostedTemplates.page
      page.add(countries: try await tenant.areaCodes(), now: environment.now())
    case .slider:
      guard let slider = try await slider(of: visit) else {
        var visit = visit
        visit.browser.step = .contact
        visit.browser.alert = visit.texts.sliderOver
        return try await shown(visit)
      }
      template = HostedTemplates.slider
      page.add(slider: slider)
    case .confirm, .secondFactor:
      template = HostedTemplates.question
      page.addQuestion()
    }
    return page.response(template, destination: visit.flow.destination.redirectURI)
  }

  // MARK: Pages that only say something

  /// The response to a browser without an open page, with a link back to the application when it had one.
  func gone(_ absence: HostedAbsence, _ accepted: HostedLanguage) -> ServedResponse {
    guard case .over(let browser) = absence else {
      let texts = HostedTexts.of(accepted)
      return saying(texts.expiredTitle, texts.expiredText, texts, .badRequest)
    }
    let texts = HostedTexts.of(
      browser.language.flatMap(HostedLanguage.init(rawValue:)) ?? accepted)
    return saying(
      texts.expiredTitle, texts.expiredText, texts, .gone,
      link: browser.destination.address([("error", "expired")]))
  }

  /// The response to a form that did not come from a page of this server.
  func foreign(_ texts: HostedTexts) -> ServedResponse {
    saying(texts.foreignTitle, texts.foreignText, texts, .forbidden)
  }

  /// The response when the store or the tenant fails.
  func failing(_ error: any Error, _ texts: HostedTexts) -> ServedResponse {
    audit(.storeUnavailable(error))
    return saying(texts.failedTitle, texts.failedText, texts, .internalServerError)
  }

  func saying(
    _ title: String, _ text: String, _ texts: HostedTexts, _ status: HTTPResponse.Status,
    link: String? = nil
  ) -> ServedResponse {
    var values: [String: Any] = [
      "language": texts.language.rawValue, "title": title, "heading": title, "about": text,
      "stylesheet": HostedStyleSheet.path, "origin": settings.origin,
    ]
    if let link {
      values["link"] = link
      values["linkText"] = texts.toApplication.filled(["app": HostedReturn.host(of: link)])
    }
    guard let html = HostedTemplates.message?.render(values) else {
      return .text(.internalServerError, text)
    }
    return .hosted(status, html, nonce: nil, destination: nil)
  }

  // MARK: Files

  /// A file whose path changes with its content.
  func asset(_ text: String, _ type: String) -> ServedResponse {
    var head = HTTPResponse(status: .ok)
    head.headerFields[.contentType] = type + "; charset=utf-8"
    head.headerFields[.cacheControl] = "public, max-age=31536000, immutable"
    return ServedResponse(head: head, body: Data(text.utf8))
  }
}

extension HostedReturn {
  /// The text of the link back: the host, or the scheme of an app.
  static func host(of address: String) -> String {
    let scheme = address.prefix { $0 != ":" }
    let rest = address.dropFirst(scheme.count)
    guard scheme == "https" || scheme == "http", rest.hasPrefix("://") else {
      return String(scheme)
    }
    return String(rest.dropFirst(3).prefix { $0 != "/" && $0 != "?" && $0 != "#" })
  }
}

extension ServedResponse {
  /// A hosted page.
  ///
  /// - Parameters:
  ///   - nonce: The nonce that permits the theme's own style; nil without one.
  ///   - destination: The redirect URI, to which its forms may lead.
  ///   - frames: The pages that may show it in a frame: only the preview.
  ///   - pictures: The hosts that the theme's pictures may be loaded from.
  static func hosted(
    _ status: HTTPResponse.Status, _ html: String, nonce: String?, destination: String?,
    frames: String = "'none'", pictures: [String] = []
  ) -> ServedResponse {
    var response = page(status, html)
    let goes = destination.flatMap(origin(of:)).map { " " + $0 } ?? ""
    let style = nonce.map { " 'nonce-\($0)'" } ?? ""
    let shown = pictures.map { " https://" + $0 }.joined()
    // "Authorization servers MUST prevent clickjacking attacks". Only pictures are loaded from elsewhere,
    // and only from the hosts on the application's list.
    // https://www.rfc-editor.org/rfc/rfc9700#section-4.16
    response.head.headerFields[.contentSecurityPolicy] =
      "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'\(style); "
      + "img-src 'self' data:\(shown); form-action 'self'\(goes); "
      + "frame-ancestors \(frames); base-uri 'none'"
      + (frames == "'none'" ? "" : "; frame-src 'self'")
    if frames != "'none'" {
      Hardening.set("X-Frame-Options", "SAMEORIGIN", in: &response.head)
    }
    return response
  }
}
