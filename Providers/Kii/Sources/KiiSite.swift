// SPDX-License-Identifier: Apache-2.0

/// Where a Kii app lives.
///
/// Kii Cloud itself may be gone: the addresses are what its documents say, and ``custom(_:)`` takes any
/// other.
public enum KiiSite: Sendable, Hashable {
  /// United States, the site of apps that name none.
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
  /// Any other: the address of its API, without a slash at its end.
  case custom(String)

  /// The five sites that have a name of their own, and China's second.
  public static let named: [KiiSite] = [.us, .jp, .sg, .eu, .cn, .cn3]

  /// The address of the site's API.
  public var base: String {
    switch self {
    case .us: "https://api.kii.com/api"
    case .custom(let base): base.hasSuffix("/") ? String(base.dropLast()) : base
    default: "https://api-\(label ?? "").kii.com/api"
    }
  }

  /// The address of the host that shows an app's web pages; the API's own at a custom site.
  ///
  /// - Parameter appID: The app.
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

/// Which of Kii's token endpoints is asked.
public enum KiiTokenEndpoint: Sendable, Hashable {
  /// The app's own: `{base}/apps/{appID}/oauth2/token`.
  case app
  /// The one the old SDKs asked: `{base}/oauth2/token`.
  case legacy
}
