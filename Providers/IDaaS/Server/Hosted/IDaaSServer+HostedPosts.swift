// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import HTTPTypes

/// What follows after the post of a page.
enum HostedStep: Sendable {
  /// The page is shown again, with the changed state of its browser.
  case page
  /// A JSON response for the page's script.
  case answer(JSONObject)
  /// The page is done: the browser goes elsewhere.
  case leave(String)
}

extension IDaaSServer {
  typealias HostedAct = (inout HostedVisit, HostedInput) async throws -> HostedStep

  /// Handles a post of a page: checks that it came from a page of this server, in the browser of the open
  /// page.
  func post(_ request: ServedRequest, _ act: HostedAct) async -> ServedResponse {
    let accepted = HostedLanguage(accepting: acceptLanguage(request)) ?? .english
    guard HostedInput.isOurs(request.head, origin: settings.origin) else {
      return foreign(HostedTexts.of(accepted))
    }
    guard let input = HostedInput(request) else {
      return .text(.unsupportedMediaType, "Send a form.")
    }
    var visit: HostedVisit
    do {
      visit = try await self.visit(request)
    } catch let absence as HostedAbsence {
      return input.isScript ? elsewhere(absence) : gone(absence, accepted)
    } catch {
      return failing(error, HostedTexts.of(accepted))
    }
    // Another site can make a browser send a post, but does not know the CSRF token.
    guard ConstantTime.equal((input.text("csrf") ?? "").utf8, visit.browser.formToken.utf8) else {
      return foreign(visit.texts)
    }
    visit.browser.alert = nil
    visit.browser.alertField = nil
    do {
      return try await answer(try await act(&visit, input), visit, input)
    } catch let refusal as Refusal {
      return refused(refusal, visit, input)
    } catch {
      return failing(error, visit.texts)
    }
  }

  private func answer(
    _ step: HostedStep, _ visit: HostedVisit, _ input: HostedInput
  ) async throws -> ServedResponse {
    switch step {
    case .leave(let address):
      try await close(visit.browser)
      let removal = cookies.removing(HostedBrowser.cookie)
      return input.isScript
        ? json(.ok, ["location": .string(address)], cookie: removal)
        : .seeOther(address, cookies: [removal])
    case .answer(let body):
      return json(.ok, body, cookie: visit.browser.kept(by: self))
    case .page:
      return page(visit, input)
    }
  }

  /// Redirects to the page after a post, so that it can be reloaded.
  private func page(_ visit: HostedVisit, _ input: HostedInput) -> ServedResponse {
    let cookie = visit.browser.kept(by: self)
    return input.isScript
      ? json(.ok, ["location": .string(visit.flow.kind.path)], cookie: cookie)
      : .seeOther(visit.flow.kind.path, cookies: cookie.map { [$0] } ?? [])
  }

  private func refused(
    _ refusal: Refusal, _ visit: HostedVisit, _ input: HostedInput
  ) -> ServedResponse {
    var visit = visit
    let words = HostedWords(refusal, visit)
    guard input.isScript else {
      visit.browser.alert = words.text
      visit.browser.alertField = words.field
      return page(visit, input)
    }
    var body = refusal.json(
      language: visit.language.rawValue, requestID: visit.context.requestID)
    body["error_msg"] = .string(words.text)
    body["error_field"] = words.field.map(JSONValue.string)
    return json(
      refusal.code == .busy ? .internalServerError : .badRequest, body,
      cookie: visit.browser.kept(by: self))
  }

  private func json(
    _ status: HTTPResponse.Status, _ body: JSONObject, cookie: String?
  ) -> ServedResponse {
    var response = ServedResponse.json(
      status, .object(body), requestID: environment.token(bytes: 12))
    if let cookie { response.set([cookie]) }
    return response
  }

  /// Sends the script of a page that has ended to the page that reports it.
  private func elsewhere(_ absence: HostedAbsence) -> ServedResponse {
    var path = HostedFlow.Kind.bind.path
    if case .over(let browser) = absence { path = browser.kind.path }
    return json(.gone, ["location": .string(path)], cookie: nil)
  }
}
