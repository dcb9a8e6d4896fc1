// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import HTTPTypes
import Mustache

/// The preview of themes, in development only.
extension IDaaSServer {
  /// `GET /hosted/preview`
  func preview(_ request: ServedRequest) async -> ServedResponse {
    guard settings.isDevelopment else { return .text(.notFound, "Not found.") }
    let query = (try? Parameters(decoding: request.query)) ?? [:]
    let nonce = environment.token(bytes: 12)
    let language = HostedLanguage(locales: query["ui_locales"]) ?? .english
    var values: [String: Any] = [
      "stylesheet": HostedStyleSheet.path, "script": PreviewPage.scriptPath, "nonce": nonce,
      "style": PreviewPage.style,
      "languages": HostedLanguage.allCases.map {
        ["name": $0.rawValue, "selected": $0 == language] as [String: Any]
      },
      "properties": PreviewPage.properties.map { property($0.name, $0.editor, query[$0.name]) },
      "frames": frames(query),
    ]
    do throws(Refusal) {
      values["warnings"] = try PreviewPage.theme(query).warnings().map {
        "\($0.text) on \($0.background): contrast \($0.ratio), less than 4.5"
      }
    } catch {
      values["problem"] = "\(error.arguments.first ?? "The theme") cannot be read."
    }
    guard let html = PreviewPage.template?.render(values) else {
      return .text(.internalServerError, "The page cannot be made.")
    }
    return .hosted(.ok, html, nonce: nonce, destination: nil, frames: "'self'")
  }

  private func property(
    _ name: String, _ editor: PreviewPage.Editor, _ value: String?
  ) -> [String: Any] {
    let hint =
      switch editor {
      case .flag: ""
      case .color: "FF4F4A"
      case .text: "Text"
      case .image: "data:image/png;base64,…"
      case .frame: #"{"x":5,"y":150,"width":70,"height":40}"#
      case .view: #"{"title":"More","action":"more"}"#
      }
    return [
      "name": name, "hint": hint, "value": value ?? "", "isFlag": editor == .flag,
      "isTrue": value == "true", "isFalse": value == "false",
    ]
  }

  private func frames(_ query: Parameters) -> [[String: Any]] {
    let typed = query.pairs.filter { !$0.value.isEmpty }.map { ($0.name, $0.value) }
    return ["bind", "register"].flatMap { page in
      ["light", "dark"].map { mode in
        let own = [("page", page), ("mode", mode)]
        return [
          "name": "\(page), \(mode)", "page": Parameters(own).encoded,
          "source": "/hosted/preview/page?" + Parameters(typed + own).encoded,
        ]
      }
    }
  }

  /// One of the two pages with a theme. Its forms have no effect: there is no login.
  func previewedPage(_ request: ServedRequest) async -> ServedResponse {
    guard settings.isDevelopment else { return .text(.notFound, "Not found.") }
    let query = (try? Parameters(decoding: request.query)) ?? [:]
    do {
      let theme = try PreviewPage.theme(query)
      try checkPictures(of: theme, at: TenantApplication(id: "preview", name: "Demo"))
      let visit = previewed(query, request)
      var look = HostedLook(
        theme: theme, kind: visit.flow.kind, nonce: environment.token(bytes: 12))
      look.mode = ["light", "dark"].first { $0 == query["mode"] }
      var page = HostedPageValues(visit: visit, look: look, origin: settings.origin)
      page.add(countries: try await tenant.areaCodes(), now: environment.now())
      return page.response(HostedTemplates.page, destination: settings.origin, frames: "'self'")
    } catch {
      let name = error.arguments.first ?? "theme"
      return .text(.badRequest, "\(name) cannot be read.")
    }
  }

  private func previewed(_ query: Parameters, _ request: ServedRequest) -> HostedVisit {
    let now = environment.now()
    let application = TenantApplication(id: "preview", name: "Demo")
    let caller = IDaaSCaller(clientID: "preview", system: "", device: "", agent: "")
    let destination = HostedReturn(redirectURI: settings.origin, state: nil, challenge: "")
    let kind: HostedFlow.Kind = query["page"] == "register" ? .register : .bind
    let flow = HostedFlow(
      kind: kind, stateToken: Secret(""), caller: caller, destination: destination,
      language: query["ui_locales"], theme: nil, nickname: "Ah Fu", expiresAt: now)
    var browser = HostedBrowser(
      handle: "", formKey: environment.token(), kind: kind, destination: destination,
      expiresAt: now)
    if query["sent"] != nil { browser.nextCode = now.addingTimeInterval(3600) }
    return HostedVisit(
      server: self, flow: flow, application: application,
      context: CallContext(
        caller: caller, application: application, source: request.source, requestID: "", now: now),
      accepted: nil, browser: browser)
  }

  func previewScript() -> ServedResponse {
    guard settings.isDevelopment else { return .text(.notFound, "Not found.") }
    return asset(PreviewPage.script, "text/javascript")
  }
}
