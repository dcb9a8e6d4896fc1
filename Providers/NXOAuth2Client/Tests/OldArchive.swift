// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Archives as the old library wrote them, by Foundation's own archiver.
enum OldArchive {
  /// The archive of a token.
  static func token(
    _ token: String, refresh: String? = nil, end: Date? = nil, scopes: Set<String>? = nil,
    type: String? = nil, body: String? = nil
  ) -> Data {
    written(OldToken(token, refresh: refresh, end: end, scopes: scopes, type: type, body: body))
  }

  /// The archive of accounts, by identifier.
  static func accounts(
    _ accounts: [String: (type: String, token: String?, data: [String: Any]?)], body: String? = nil
  ) -> Data {
    let objects = accounts.map { identifier, account in
      (
        identifier,
        OldAccount(
          identifier, account.type, account.token.map { OldToken($0, body: body) }, account.data)
      )
    }
    return written(NSDictionary(dictionary: Dictionary(uniqueKeysWithValues: objects)))
  }

  /// The archive of a token that refers to one object of this size many times. No archiver writes such an
  /// archive.
  static func repeating(_ size: Int, times: Int) -> Data {
    func text(_ text: String) -> [UInt8] { [0x5F, 0x10, UInt8(text.utf8.count)] + text.utf8 }
    func long(_ kind: UInt8, _ count: Int) -> [UInt8] { [kind | 0xF, 0x12] + big(count, 4) }
    // A dictionary has the numbers of its keys, then those of its values; 0x80 marks a reference of the
    // archive.
    let objects: [[UInt8]] = [
      [0xD3, 1, 2, 3, 4, 5, 6], text("$archiver"), text("$objects"), text("$top"),
      text("NSKeyedArchiver"),
      long(0xA0, 3 + times) + [9, 10, 13] + [UInt8](repeating: 14, count: times),
      [0xD1, 7, 8], text("root"), [0x80, 1],
      text("$null"), [0xD1, 11, 12], text("accessToken"), [0x80, 2], text("token"),
      long(0x40, size) + [UInt8](repeating: 0, count: size),
    ]
    var bytes = Array("bplist00".utf8)
    var places: [Int] = []
    for object in objects {
      places.append(bytes.count)
      bytes += object
    }
    let table = bytes.count
    for place in places { bytes += big(place, 4) }
    bytes += [0, 0, 0, 0, 0, 0, 4, 1] + big(objects.count, 8) + big(0, 8) + big(table, 8)
    return Data(bytes)
  }

  /// An integer in big-endian bytes.
  private static func big(_ number: Int, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static func written(_ root: Any) -> Data {
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    archiver.setClassName("NXOAuth2AccessToken", for: OldToken.self)
    archiver.setClassName("NXOAuth2Account", for: OldAccount.self)
    archiver.encode(root, forKey: NSKeyedArchiveRootObjectKey)
    archiver.finishEncoding()
    return archiver.encodedData
  }
}

/// A token of the old library, which wrote these keys. Not private: Foundation's archiver takes no private class.
final class OldToken: NSObject, NSCoding {
  private let members: [(key: String, value: Any?)]
  private let tokenType: String?

  init(
    _ token: String, refresh: String? = nil, end: Date? = nil, scopes: Set<String>? = nil,
    type: String? = nil, body: String? = nil
  ) {
    members = [
      ("accessToken", token as NSString), ("refreshToken", refresh.map { $0 as NSString }),
      ("expiresAt", end.map { $0 as NSDate }), ("scope", scopes.map { NSSet(set: $0) }),
      ("responseBody", body.map { $0 as NSString }),
    ]
    tokenType = type
  }

  func encode(with coder: NSCoder) {
    for (key, value) in members { coder.encode(value, forKey: key) }
    if let tokenType { coder.encode(tokenType as NSString, forKey: "tokenType") }
  }

  init?(coder: NSCoder) { nil }
}

/// An account of the old library, which wrote these keys.
final class OldAccount: NSObject, NSCoding {
  private let identifier: String
  private let type: String
  private let token: OldToken?
  private let data: [String: Any]?

  init(_ identifier: String, _ type: String, _ token: OldToken?, _ data: [String: Any]?) {
    (self.identifier, self.type, self.token, self.data) = (identifier, type, token, data)
  }

  func encode(with coder: NSCoder) {
    coder.encode(identifier as NSString, forKey: "identifier")
    coder.encode(type as NSString, forKey: "accountType")
    coder.encode(token, forKey: "accessToken")
    coder.encode(data.map { NSDictionary(dictionary: $0) }, forKey: "userData")
  }

  init?(coder: NSCoder) { nil }
}
