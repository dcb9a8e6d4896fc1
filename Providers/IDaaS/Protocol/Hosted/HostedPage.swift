// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth

/// A page that binds or registers, ready to be opened in the system's browser session.
public struct HostedPage: IDaaSReply, Hashable {
  /// Where it is. It can be opened once.
  public var url: String
  /// How many seconds it waits.
  public var expire: Int
  /// What of the theme is hard to read.
  public var warnings: [ThemeWarning]

  /// A page.
  public init(url: String, expire: Int, warnings: [ThemeWarning] = []) {
    self.url = url
    self.expire = expire
    self.warnings = warnings
  }

  /// The response's body.
  public var json: JSONValue {
    var json: JSONObject = ["url": .string(url), "expire": .number(JSONNumber(expire))]
    if !warnings.isEmpty { json["warnings"] = .array(warnings.map { .object($0.json) }) }
    return .object(json)
  }

  /// Reads the response's body.
  public init(json value: JSONValue) throws(OAuthError) {
    let json = try value.object()
    let warnings = json["warnings"]?.arrayValue ?? []
    self.init(
      url: try json.wanted("url"), expire: json.integer("expire") ?? 0,
      warnings: warnings.compactMap { $0.objectValue.flatMap(ThemeWarning.init(json:)) })
  }
}
