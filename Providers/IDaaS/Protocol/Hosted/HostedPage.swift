// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth

/// A hosted page, ready to be opened in a browser session of the system.
public struct HostedPage: IDaaSReply, Hashable {
  /// The absolute URL of the page. It can be opened once.
  public var url: String
  /// The lifetime of the page in seconds; 0 when the server does not say.
  public var expire: Int
  /// The pairs of colors in the theme that are hard to read.
  public var warnings: [ThemeWarning]

  /// Creates the reply.
  ///
  /// - Parameters:
  ///   - url: The absolute URL of the page.
  ///   - expire: The lifetime of the page in seconds.
  ///   - warnings: The pairs of colors in the theme that are hard to read.
  public init(url: String, expire: Int, warnings: [ThemeWarning] = []) {
    self.url = url
    self.expire = expire
    self.warnings = warnings
  }

  /// The reply as a response body.
  public var json: JSONValue {
    var json: JSONObject = ["url": .string(url), "expire": .number(JSONNumber(expire))]
    if !warnings.isEmpty { json["warnings"] = .array(warnings.map { .object($0.json) }) }
    return .object(json)
  }

  /// Reads the reply from a response body.
  public init(json value: JSONValue) throws(OAuthError) {
    let json = try value.object()
    let warnings = json["warnings"]?.arrayValue ?? []
    self.init(
      url: try json.wanted("url"), expire: json.integer("expire") ?? 0,
      warnings: warnings.compactMap { $0.objectValue.flatMap(ThemeWarning.init(json:)) })
  }
}
