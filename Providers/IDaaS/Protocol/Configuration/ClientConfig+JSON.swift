// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import CoatcheckOAuth

extension ClientConfig {
  /// The configuration as it travels.
  var json: JSONObject {
    var json: JSONObject = ["client_id": .string(clientID)]
    json.set("name", name)
    json["languages"] = .array(languages.map { .string($0) })
    if let weibo { json["social"] = .object(["weibo": .object(weibo.json)]) }
    json["binding"] = .object([
      "methods": .array(methods.map { .string($0.rawValue) }),
      "international": .bool(isInternational),
    ])
    var captcha: JSONObject = ["types": .array(captchas.map { .string($0.rawValue) })]
    captcha.set("ttl", captchaLifetime)
    json["captcha"] = .object(captcha)
    var code = JSONObject()
    code.set("length", codeLength)
    code.set("ttl", codeLifetime)
    code.set("resend_after", resendAfter)
    json["code"] = .object(code)
    return json
  }

  /// Reads a configuration. All but the client id may be missing.
  ///
  /// - Throws: `unreadable` without a client id.
  init(json: JSONObject) throws(OAuthError) {
    let binding = json["binding"]?.objectValue ?? [:]
    let captcha = json["captcha"]?.objectValue ?? [:]
    let code = json["code"]?.objectValue ?? [:]
    self.init(
      clientID: try json.wanted("client_id"), name: json.text("name"),
      languages: json.texts("languages") ?? [],
      weibo: json["social"]?.objectValue?["weibo"]?.objectValue.map(Weibo.init(json:)),
      methods: (binding.texts("methods") ?? []).compactMap(VerificationMethod.init(rawValue:)),
      isInternational: binding["international"]?.boolValue ?? false)
    captchas = (captcha.texts("types") ?? []).compactMap(CaptchaKind.init(rawValue:))
    captchaLifetime = captcha.integer("ttl")
    codeLength = code.integer("length")
    codeLifetime = code.integer("ttl")
    resendAfter = code.integer("resend_after")
  }
}

extension ClientConfig.Weibo {
  fileprivate var json: JSONObject {
    var json: JSONObject = ["enabled": .bool(isEnabled)]
    json.set("name", name)
    json.set("app_key", appKey)
    json.set("redirect_uri", redirectURI)
    json["scope"] = .array(scope.map { .string($0) })
    json["flow"] = .array(flow.map { .string($0) })
    json.set("unassociated", unassociated)
    return json
  }

  fileprivate init(json: JSONObject) {
    self.init(
      isEnabled: json["enabled"]?.boolValue ?? false, appKey: json.text("app_key"),
      redirectURI: json.text("redirect_uri"), scope: json.texts("scope") ?? [],
      flow: json.texts("flow") ?? [], unassociated: json.text("unassociated"))
    name = json.text("name")
  }
}
