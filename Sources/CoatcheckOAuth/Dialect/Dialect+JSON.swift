// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

extension Dialect {
  /// The deviations as JSON, to be stored: a member for each property that differs from ``standard``.
  public var json: JSONObject {
    let standard = Dialect.standard
    var json = JSONObject()
    func write(_ name: String, _ differs: Bool, _ value: JSONValue) {
      if differs { json[name] = value }
    }
    write(
      "token_parameters", tokenParameters != standard.tokenParameters,
      .string(tokenParameters.rawValue))
    write("fields", !fields.isEmpty, Self.object(fields))
    write("token_fields", !tokenFields.isEmpty, Self.object(tokenFields))
    write(
      "token_replies", tokenReplies != standard.tokenReplies, .string(tokenReplies.rawValue))
    write("members", !members.isEmpty, Self.object(members))
    write("extra", !extra.isEmpty, Self.object(extra))
    write("scopes", scopes != standard.scopes, .string(scopes.rawValue))
    json["subject_member"] = subjectMember.map(JSONValue.string)
    write("access_tokens", accessTokens != standard.accessTokens, .string(accessTokens.rawValue))
    write("subjects", subjects != standard.subjects, .string(subjects.rawValue))
    write("revocations", revocations != standard.revocations, .string(revocations.rawValue))
    json["absolute_times"] = absoluteTimes.map { .string($0.rawValue) }
    write("silence", silence != standard.silence, .string(silence.rawValue))
    write(
      "refresh_token_end", refreshTokenEnd != standard.refreshTokenEnd,
      .string(refreshTokenEnd.rawValue))
    write(
      "refresh_refusals", refreshRefusals != standard.refreshRefusals,
      .string(refreshRefusals.rawValue))
    json["default_token_type"] = defaultTokenType.map(JSONValue.string)
    write("token_types", tokenTypes != standard.tokenTypes, .string(tokenTypes.rawValue))
    json["endless_lifetime"] = endlessLifetime.map { .number(JSONNumber($0)) }
    write(
      "client_naming", clientNaming != standard.clientNaming, .string(clientNaming.rawValue))
    write("errors", errors != standard.errors, .object(errors.json))
    json["client_signature"] = clientSignature.map { .object($0.json) }
    if case .without(let reason) = proofKey { json["without_proof_key"] = .string(reason) }
    if case .implicit(let reason) = flow { json["implicit_flow"] = .string(reason) }
    write(
      "redirect_uri", redirectURI != standard.redirectURI, .string(redirectURI.rawValue))
    write(
      "requirements", !requirements.isEmpty,
      .array(requirements.map(\.rawValue).sorted().map(JSONValue.string)))
    if case .hmacSignature(let scheme) = presentation {
      json["presented_signature"] = .object(scheme.json)
    }
    write("rejections", rejections != standard.rejections, .array(rejections.map(\.json)))
    write(
      "refresh_tries", refreshTries != standard.refreshTries, .number(JSONNumber(refreshTries)))
    return json
  }

  /// Reads a stored dialect.
  ///
  /// - Parameter json: The object that ``json`` returned. An absent member means no deviation.
  /// - Throws: `unreadable`: ``OAuthError/Code/storeFailed`` when it has a deviation of a newer version
  ///   of this library, without which a refresh could fail; ``OAuthError/Code/storeDamaged`` naming the
  ///   member when it cannot be read.
  public init(json: JSONObject) throws(OAuthError) {
    self.init()
    var read = Reader(json: json)
    tokenParameters = try read.value("token_parameters") ?? tokenParameters
    fields = try read.texts("fields")
    tokenFields = try read.texts("token_fields")
    tokenReplies = try read.value("token_replies") ?? tokenReplies
    members = try read.texts("members")
    extra = try read.extra("extra")
    scopes = try read.value("scopes") ?? scopes
    subjectMember = try read.text("subject_member")
    accessTokens = try read.value("access_tokens") ?? accessTokens
    subjects = try read.value("subjects") ?? subjects
    revocations = try read.value("revocations") ?? revocations
    absoluteTimes = try read.value("absolute_times")
    silence = try read.value("silence") ?? silence
    refreshTokenEnd = try read.value("refresh_token_end") ?? refreshTokenEnd
    refreshRefusals = try read.value("refresh_refusals") ?? refreshRefusals
    defaultTokenType = try read.text("default_token_type")
    tokenTypes = try read.value("token_types") ?? tokenTypes
    endlessLifetime = try read.number("endless_lifetime")
    clientNaming = try read.value("client_naming") ?? clientNaming
    errors = try read.object("errors", ProviderErrors.init(json:)) ?? errors
    clientSignature = try read.object("client_signature", HMACSignatureScheme.init(json:))
    if let reason = try read.text("without_proof_key") { proofKey = .without(because: reason) }
    if let reason = try read.text("implicit_flow") { flow = .implicit(because: reason) }
    redirectURI = try read.value("redirect_uri") ?? redirectURI
    let required = try read.list("requirements") { $0.stringValue.flatMap(DialectRequirement.init) }
    requirements = Set(required ?? [])
    let scheme = try read.object("presented_signature", HMACSignatureScheme.init(json:))
    presentation = scheme.map(TokenPresentation.hmacSignature) ?? presentation
    rejections = try read.list("rejections", TokenRejectionRule.init(json:)) ?? rejections
    refreshTries = try read.number("refresh_tries") ?? refreshTries
    guard read.json.isEmpty else { throw Reader.newer }
  }

  private static func object(_ texts: [String: String]) -> JSONValue {
    var json = JSONObject()
    for (name, text) in texts.sorted(by: { $0.key < $1.key }) { json[name] = .string(text) }
    return .object(json)
  }

  private static func object(_ extra: [GrantStep: Parameters]) -> JSONValue {
    var json = JSONObject()
    for step in GrantStep.allCases {
      guard let parameters = extra[step], !parameters.isEmpty else { continue }
      json[step.rawValue] = .string(parameters.encoded)
    }
    return .object(json)
  }

  /// Reads members and removes them. The remaining members are unknown to this version.
  private struct Reader {
    private(set) var json: JSONObject

    init(json: JSONObject) { self.json = json }

    static let newer = OAuthError.unreadable(
      .storeFailed, "The session was stored by a newer version of Coatcheck.", parameter: "dialect")

    private func damaged(_ member: String) -> OAuthError {
      .unreadable(.storeDamaged, "The stored dialect cannot be read.", parameter: member)
    }

    private mutating func take<Value>(
      _ name: String, _ read: (JSONValue) -> Value?
    ) throws(OAuthError) -> Value? {
      guard let member = json[name] else { return nil }
      json[name] = nil
      guard let value = read(member) else { throw damaged(name) }
      return value
    }

    mutating func text(_ name: String) throws(OAuthError) -> String? {
      try take(name) { $0.stringValue }
    }

    mutating func number(_ name: String) throws(OAuthError) -> Int? {
      try take(name) { $0.intValue }
    }

    mutating func value<Value: RawRepresentable<String>>(
      _ name: String
    ) throws(OAuthError) -> Value? {
      guard let text = try text(name) else { return nil }
      guard let value = Value(rawValue: text) else { throw Self.newer }
      return value
    }

    mutating func list<Value>(
      _ name: String, _ read: (JSONValue) -> Value?
    ) throws(OAuthError) -> [Value]? {
      guard let array = try take(name, { $0.arrayValue }) else { return nil }
      let values = array.compactMap(read)
      guard values.count == array.count else { throw Self.newer }
      return values
    }

    mutating func object<Value>(
      _ name: String, _ read: (JSONObject) -> Value?
    ) throws(OAuthError) -> Value? {
      guard let object = try take(name, { $0.objectValue }) else { return nil }
      guard let value = read(object) else { throw Self.newer }
      return value
    }

    mutating func texts(_ name: String) throws(OAuthError) -> [String: String] {
      var texts: [String: String] = [:]
      for (key, value) in try take(name, { $0.objectValue }) ?? [:] {
        guard let text = value.stringValue else { throw damaged(name) }
        texts[key] = text
      }
      return texts
    }

    mutating func extra(_ name: String) throws(OAuthError) -> [GrantStep: Parameters] {
      var extra: [GrantStep: Parameters] = [:]
      for (key, text) in try texts(name) {
        guard let step = GrantStep(rawValue: key) else { throw Self.newer }
        guard let parameters = try? Parameters(decoding: text) else { throw damaged(name) }
        extra[step] = parameters
      }
      return extra
    }
  }
}
