// SPDX-License-Identifier: Apache-2.0

// The wire format between the two apps is not documented: it is the one that open replacements of Weibo's
// SDK use, and it may change. An app that links Weibo's own SDK writes a `WeiboAppAdapter` with it.

public import CoatcheckOAuth
import Foundation

/// A switch to Weibo's app through the pasteboard and a URL, without Weibo's SDK.
public struct WeiboAppSwitch: WeiboAppAdapter {
  /// The version of Weibo's SDK whose format is used.
  static let version = "003233000"
  /// The types of the items on the pasteboard.
  static let types = ["transferObject", "userInfo", "app", "sdkVersion"]

  private let registration: WeiboRegistration
  private let system: any WeiboSystem

  /// Creates a switch.
  ///
  /// - Parameters:
  ///   - registration: The registration of this app at Weibo.
  ///   - system: The functions of the operating system.
  public init(_ registration: WeiboRegistration, system: any WeiboSystem) {
    self.registration = registration
    self.system = system
  }

  /// Whether Weibo's app is installed.
  public var isAvailable: Bool {
    get async {
      guard let url = URL(string: "weibosdk://request") else { return false }
      return await system.canOpen(url)
    }
  }

  /// Puts the request on the pasteboard and opens Weibo's app.
  ///
  /// - Throws: `misused` when it cannot be opened.
  public func start(_ request: WeiboRequest) async throws(OAuthError) {
    let bundle = system.bundle
    let object: [String: Any] = [
      "__class": "WBAuthorizeRequest", "redirectURI": request.redirectURI,
      "requestID": request.id, "scope": request.scopes.joined(separator: ","),
    ]
    var app: [String: Any] = [
      "appKey": registration.appKey, "bundleID": bundle.identifier, "name": bundle.name,
    ]
    app["universalLink"] = registration.universalLink
    await system.write([
      ["transferObject": try Self.archive(object)], ["userInfo": try Self.archive([:])],
      ["app": try Self.archive(app)], ["sdkVersion": Data(Self.version.utf8)],
    ])
    let query: Parameters = [
      "id": request.id, "sdkversion": Self.version, "luicode": "10000360",
      "lfid": bundle.identifier, "newVersion": "3.3",
    ]
    guard let url = URL(string: "weibosdk://request?\(query.encoded)"), await system.open(url)
    else {
      throw .misused("app", "Weibo's app cannot be opened.")
    }
  }

  /// Reads the response from the pasteboard, when the app was opened with one of its own URLs. The
  /// response is removed from the pasteboard.
  public func answer(in url: String) -> WeiboAppReply? {
    guard registration.ownsScheme(of: url) || registration.ownsLink(url) else { return nil }
    let items = system.take(types: Self.types)
    guard let data = items.lazy.compactMap({ $0["transferObject"] }).first,
      let object = Self.unarchive(data),
      object["__class"] as? String == "WBAuthorizeResponse",
      let id = object["requestID"] as? String, let status = object["statusCode"] as? Int
    else { return nil }
    return WeiboAppReply(
      requestID: id, statusCode: status,
      accessToken: (object["accessToken"] as? String).map { Secret($0) },
      // Some responses hold the uid as a number.
      uid: object["userID"] as? String ?? (object["userID"] as? NSNumber)?.stringValue,
      expiresAt: object["expirationDate"] as? Date)
  }

  /// The maximum length of an archive, in bytes.
  private static let maximumArchive = 64 << 10

  private static func archive(_ object: [String: Any]) throws(OAuthError) -> Data {
    do {
      return try NSKeyedArchiver.archivedData(
        withRootObject: NSDictionary(dictionary: object), requiringSecureCoding: true)
    } catch {
      throw .misused("request", "The request cannot be put on the pasteboard.")
    }
  }

  /// Reads an archive that holds plain values only: any app may have put it on the pasteboard.
  private static func unarchive(_ data: Data) -> [String: Any]? {
    guard data.count <= maximumArchive else { return nil }
    let classes: [AnyClass] = [
      NSDictionary.self, NSString.self, NSNumber.self, NSDate.self,
    ]
    let object = try? NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data)
    return object as? [String: Any]
  }
}
