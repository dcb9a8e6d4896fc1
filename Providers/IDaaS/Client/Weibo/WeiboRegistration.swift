// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// The registration of this app at Weibo. It decides which URLs are Weibo's responses.
public struct WeiboRegistration: Sendable, Hashable {
  /// The AppKey: Weibo's client identifier of the app.
  public let appKey: String
  /// The Universal Link that is configured at Weibo: `https://app.example/weibo/`; nil when there is no
  /// such link.
  public let universalLink: String?

  /// Creates a registration.
  ///
  /// - Parameters:
  ///   - appKey: The AppKey: from 1 to 64 ASCII letters and digits.
  ///   - universalLink: The Universal Link that is configured at Weibo, an https URL; nil when there is no
  ///     such link.
  /// - Throws: `misused` naming `appKey` or `universalLink` when it cannot be used.
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

  /// The URL scheme of responses: `wb` and the AppKey.
  public var scheme: String { "wb" + appKey }

  /// Whether a URL has ``scheme``, without regard to case: "schemes are case-insensitive"
  /// ([RFC 3986 §3.1](https://www.rfc-editor.org/rfc/rfc3986#section-3.1)).
  ///
  /// - Parameter url: The complete URL.
  public func ownsScheme(of url: String) -> Bool {
    guard let colon = url.firstIndex(of: ":") else { return false }
    return url[..<colon].lowercased() == scheme.lowercased()
  }

  /// Whether a URL is ``universalLink`` or below it: the same origin, and the same path or one below it.
  ///
  /// - Parameter url: The complete URL. Its fragment is ignored.
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
