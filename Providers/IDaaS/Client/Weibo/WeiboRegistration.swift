// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// Our application as Weibo knows it: which addresses are its answers.
public struct WeiboRegistration: Sendable, Hashable {
  /// The AppKey.
  public let appKey: String
  /// The Universal Link that was configured at Weibo: `https://app.example/weibo/`.
  public let universalLink: String?

  /// An application.
  ///
  /// - Throws: `misused` naming `appKey` or `universalLink`.
  public init(appKey: String, universalLink: String? = nil) throws(OAuthError) {
    guard !appKey.isEmpty, appKey.utf8.count <= 64,
      appKey.utf8.allSatisfy({
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
      })
    else { throw .misused("appKey", "An AppKey has letters and digits.") }
    if let universalLink {
      guard let link = try? Endpoint(universalLink), link.scheme == "https" else {
        throw .misused("universalLink", "A Universal Link is an https address.")
      }
    }
    self.appKey = appKey
    self.universalLink = universalLink
  }

  /// The scheme of answers: `wb` and the AppKey.
  public var scheme: String { "wb" + appKey }

  /// Whether an address has our scheme, in whatever case: RFC 3986 §3.1 has "schemes are case-insensitive".
  public func ownsScheme(of url: String) -> Bool {
    guard let colon = url.firstIndex(of: ":") else { return false }
    return url[..<colon].lowercased() == scheme.lowercased()
  }

  /// Whether an address begins with our Universal Link: the same origin, and its path or one below it.
  public func ownsLink(_ url: String) -> Bool {
    guard let universalLink, let link = try? Endpoint(universalLink),
      let found = try? Endpoint(String(url.prefix { $0 != "#" })), found.scheme == link.scheme,
      found.authority == link.authority
    else { return false }
    let path = found.path.prefix { $0 != "?" }
    let own = link.path.hasSuffix("/") ? link.path : link.path + "/"
    return path.isExactly(own.dropLast()) || path.hasPrefix(own)
  }
}
