// SPDX-License-Identifier: Apache-2.0

/// The site of Kii Cloud that hosts an app.
///
/// Kii Cloud itself may be shut down: the addresses are those of its documents, and ``custom(_:)``
/// accepts any other.
public enum KiiSite: Sendable, Hashable {
  /// United States, the default site.
  case us
  /// Japan.
  case jp
  /// Singapore.
  case sg
  /// Europe.
  case eu
  /// China, replaced by ``cn3``.
  case cn
  /// China, until 2019-07-31.
  case cn3
  /// Another site, by the absolute address of its API. A slash at the end is ignored.
  case custom(String)

  /// All sites but custom ones.
  public static let named: [KiiSite] = [.us, .jp, .sg, .eu, .cn, .cn3]

  /// The address of the site's API.
  public var base: String {
    switch self {
    case .us: "https://api.kii.com/api"
    case .custom(let base): base.hasSuffix("/") ? String(base.dropLast()) : base
    default: "https://api-\(label ?? "").kii.com/api"
    }
  }

  /// The address of the host that shows an app's web pages; the address of the API at a custom site.
  ///
  /// - Parameter appID: The app's id, which is the first label of the host.
  public func pages(of appID: String) -> String {
    label.map { "https://\(appID).\($0).kiiapps.com/api" } ?? base
  }

  private var label: String? {
    switch self {
    case .us: "us"
    case .jp: "jp"
    case .sg: "sg"
    case .eu: "eu"
    case .cn: "cn2"
    case .cn3: "cn3"
    case .custom: nil
    }
  }
}

/// One of Kii's two token endpoints.
public enum KiiTokenEndpoint: Sendable, Hashable {
  /// The endpoint of the app: `{base}/apps/{appID}/oauth2/token`.
  case app
  /// The endpoint that the old SDKs used: `{base}/oauth2/token`.
  case legacy
}
