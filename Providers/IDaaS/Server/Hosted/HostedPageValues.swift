// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckServer
import Foundation
import HTTPTypes
import Mustache

/// The values for the template of a page.
struct HostedPageValues {
  private let visit: HostedVisit
  private let look: HostedLook
  private let texts: HostedTexts
  private(set) var values: [String: Any]

  init(visit: HostedVisit, look: HostedLook, origin: String) {
    self.visit = visit
    self.look = look
    texts = visit.texts
    values = look.frame(texts)
    for (name, value) in look.words(texts, visit.name) { values[name] = value }
    values["title"] = values["bar"]
    values["origin"] = origin
    values["csrf"] = visit.browser.formToken
    values["contact"] = visit.browser.contact ?? ""
    values["notice"] = visit.browser.notice
    values["codeLabel"] = texts.code
    values["mobileLabel"] = texts.mobile
    values["codeNext"] = visit.browser.notice != nil
    values["close"] = texts.close
    for name in ["sliderTitle", "sliderPicture", "sliderHandle", "sliderCheck"] {
      values[name] = sliderTexts[name]
    }
    if visit.browser.alertField == nil { values["alert"] = visit.browser.alert }
  }

  private var sliderTexts: [String: String] {
    [
      "sliderTitle": texts.sliderTitle, "sliderPicture": texts.sliderPicture,
      "sliderHandle": texts.sliderHandle, "sliderCheck": texts.sliderCheck,
    ]
  }

  /// The page to type number and code into.
  mutating func add(countries: AreaCodes, now: Date) {
    let browser = visit.browser
    addScript()
    addLinking()
    values["usesEmail"] = browser.usesEmail
    values["emailLabel"] = texts.email
    values["countryLabel"] = texts.country
    values["consent"] = texts.consent.filled(["app": visit.name])
    values["search"] = texts.search
    values["noCountry"] = texts.noCountry
    values[
      browser.alertField.map { $0 == "email" || $0 == "mobile" ? "contactError" : $0 + "Error" }
        ?? "none"] = browser.alert
    values["contactBad"] = ["email", "mobile"].contains(browser.alertField)
    values["codeBad"] = browser.alertField == "code"
    add(countries, chosen: browser.country)
    if visit.methods.count > 1 {
      values["otherWay"] = browser.usesEmail ? texts.useMobile : texts.useEmail
      values["otherWayLink"] =
        visit.flow.kind.path + "?by=" + (browser.usesEmail ? "mobile" : "email")
    }
    let left = browser.nextCode.map { max(0, Int($0.timeIntervalSince(now).rounded(.up))) } ?? 0
    if left > 0, let notice = browser.notice {
      values["notice"] = notice + " " + texts.nextCode.filled(["s": String(left)])
    }
    addData(secondsLeft: left)
  }

  /// The sentence that names the two accounts to be linked: that at the network, and that at the
  /// application.
  private mutating func addLinking() {
    let name = visit.flow.nickname.map(DisplayText.line).flatMap { $0.isEmpty ? nil : $0 }
    // The text is split before the application's name is filled in: that name could contain the
    // placeholder.
    let pieces = (name == nil ? texts.linkingUnnamed : texts.linking).components(
      separatedBy: "{name}")
    let own = ["app": visit.name]
    values["linkingBefore"] = pieces.first?.filled(own)
    values["linkingName"] = name
    values["linkingAfter"] = pieces.dropFirst().first?.filled(own)
  }

  private mutating func addScript() {
    values["script"] = HostedScript.path
    values["sliderHint"] = texts.sliderHint
    values["sliderLess"] = texts.sliderLess
    values["sliderMore"] = texts.sliderMore
    values["sliderOther"] = texts.sliderOther
  }

  /// The page that shows a captcha and nothing else.
  mutating func addCaptcha() {
    addScript()
    addData(secondsLeft: 0)
    // The dialog with the countries is not needed: no number is typed.
    values["usesEmail"] = true
  }

  private mutating func add(_ codes: AreaCodes, chosen: String?) {
    let countries =
      visit.application.isInternational
      ? codes.definitions : codes.definitions.filter { $0.countryCode == codes.preferred }
    let country = chosen ?? codes.preferred
    values["countries"] = countries.map { one -> [String: Any] in
      [
        "code": one.countryCode, "area": one.areaCode,
        "selected": one.countryCode == country,
        "name": one.names[texts.language.rawValue] ?? one.names["en"] ?? one.countryCode,
      ]
    }
    values["example"] = countries.first { $0.countryCode == country }?.example
  }

  /// The texts of the script.
  private mutating func addData(secondsLeft: Int) {
    let usesEmail = visit.browser.usesEmail
    let data: [(String, String)] = [
      ("left", String(secondsLeft)), ("wait", texts.wait), ("sent", texts.sent),
      ("contact-missing", usesEmail ? texts.emailMissing : texts.contactMissing),
      ("code-missing", texts.codeMissing), ("consent-missing", texts.consentMissing),
      ("checking", texts.sliderChecking), ("working", texts.sliderWorking),
      ("closed", texts.sliderClosed), ("offline", texts.offline),
      ("position", texts.sliderPosition),
    ]
    values["data"] = data.map { ["name": $0.0, "value": $0.1] }
  }

  /// The slider for a browser without script.
  mutating func add(slider: SliderPuzzle) {
    let most = SliderPuzzle.width - slider.pieceSize
    values["title"] = texts.sliderTitle
    values["sliderSteps"] = texts.sliderSteps
    values["sliderMove"] = texts.sliderMove
    values["width"] = SliderPuzzle.width
    values["height"] = SliderPuzzle.height
    values["piece"] = slider.pieceSize
    values["pieceY"] = slider.pieceY
    values["position"] = min(visit.browser.position, most)
    values["most"] = most
    values["ground"] = "data:image/png;base64," + Data(slider.background).base64EncodedString()
    values["jigsaw"] = "data:image/png;base64," + Data(slider.piece).base64EncodedString()
    values["steps"] = ["-50", "-10", "-2", "+2", "+10", "+50"].map { by in
      [
        "by": by.hasPrefix("-") ? "−" + by.dropFirst() : by, "value": by,
        "label": (by.hasPrefix("-") ? texts.sliderLess : texts.sliderMore) + " " + by.dropFirst(),
      ]
    }
  }

  /// The page that shows an account to confirm, or asks for a second factor.
  mutating func addQuestion() {
    let isFactor = visit.browser.step == .secondFactor
    let own = ["app": visit.name]
    values["asksCode"] = isFactor
    values["heading"] = isFactor ? texts.factorTitle : texts.linkTitle
    values["about"] = (isFactor ? texts.factorText : texts.linkText).filled(own)
    values["confirm"] = isFactor ? texts.factorConfirm : texts.linkConfirm
    values["title"] = values["heading"]
    values["alert"] = visit.browser.alert
    if !isFactor {
      addLinking()
      values["account"] = visit.browser.account.map(DisplayText.line)
      values["refuse"] = texts.linkRefuse
    }
  }

  func response(
    _ template: MustacheTemplate?, destination: String, frames: String = "'none'"
  ) -> ServedResponse {
    guard let html = template?.render(values) else {
      return .text(.internalServerError, texts.failedText)
    }
    return .hosted(
      .ok, html, nonce: values["style"] == nil ? nil : look.nonce, destination: destination,
      frames: frames,
      pictures: look.theme.pictureHosts.map(\.host).filter(visit.application.pictureHosts.contains))
  }
}
