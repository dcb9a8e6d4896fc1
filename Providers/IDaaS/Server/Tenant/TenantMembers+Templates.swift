// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckJOSE
import CoatcheckOAuth

/// The members of a gateway that describe templates.
extension TenantMembers {
  /// One template's name, or names by language, or such an object by the type of message.
  func templates(_ name: String) throws(TenantError) -> MessageTemplates {
    if let id = json[name]?.stringValue, !id.isEmpty { return MessageTemplates(always: id) }
    guard let object = try object(name) else { throw trouble(name, "is missing") }
    var usual: [String: String] = [:]
    var byType: [MessageType: [String: String]] = [:]
    for key in object.json.names {
      guard let type = MessageType(rawValue: key) else {
        usual[key] = try object.text(key)
        continue
      }
      byType[type] = try object.languages(key)
    }
    return MessageTemplates(usual, byType: byType)
  }

  /// The templates of notices by event; each is a name, or an object with a name for each language.
  func noticeTemplates(_ name: String) throws(TenantError) -> NoticeTemplates {
    guard let object = try object(name) else { return NoticeTemplates() }
    var templates: [AccountNotice.Kind: [String: String]] = [:]
    for key in object.json.names {
      guard let kind = AccountNotice.Kind(rawValue: key) else {
        throw object.trouble(
          key,
          "must be one of " + AccountNotice.Kind.allCases.map(\.rawValue).joined(separator: ", "))
      }
      templates[kind] = try object.languages(key)
    }
    return NoticeTemplates(templates)
  }

  private func languages(_ name: String) throws(TenantError) -> [String: String] {
    if let id = json[name]?.stringValue, !id.isEmpty { return ["": id] }
    guard let object = try object(name) else { throw trouble(name, "is missing") }
    var ids: [String: String] = [:]
    for language in object.json.names { ids[language] = try object.text(language) }
    return ids
  }

  /// The values for the placeholders of a template, in their order.
  func parameters(_ name: String) throws(TenantError) -> [MessageParameter]? {
    guard let words = try texts(name) else { return nil }
    var parameters: [MessageParameter] = []
    for word in words { parameters.append(try parameter(word, name)) }
    return parameters
  }

  /// The names of the placeholders of a template: this server's name of a value, then that of the template.
  func parameterNames(_ name: String) throws(TenantError) -> [MessageParameter: String]? {
    guard let object = try object(name) else { return nil }
    var names: [MessageParameter: String] = [:]
    for key in object.json.names { names[try parameter(key, name)] = try object.text(key) }
    return names
  }

  private func parameter(_ word: String, _ name: String) throws(TenantError) -> MessageParameter {
    guard let parameter = MessageParameter(rawValue: word) else {
      throw trouble(
        name,
        "may name " + MessageParameter.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return parameter
  }

  /// An address that a secret is sent to, or signed for.
  func address(_ name: String) throws(TenantError) -> String? {
    guard let text = try optionalText(name) else { return nil }
    guard (try? Endpoint(text)) != nil,
      text.hasPrefix("https://") || text.hasPrefix("http://127.0.0.1:")
    else { throw trouble(name, "must be an address that begins with https://") }
    return text
  }
}
