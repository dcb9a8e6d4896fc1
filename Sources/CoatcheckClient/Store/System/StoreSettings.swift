// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import CoatcheckOAuth

/// What was decided about the store of a folder: the content of `store.json`. It holds no secret.
struct StoreSettings: Hashable, Sendable {
  /// The key of the record: `store.json`.
  static let record = "store"

  /// The name of the store, by which its folder and its key are found.
  let id: String
  /// Which store it is; never ``StoreChoice/auto``.
  let choice: StoreChoice
  /// The store from which sessions are being moved here.
  var old: Store?

  /// One store, without the store from which sessions are moved.
  struct Store: Hashable, Sendable {
    let id: String
    let choice: StoreChoice

    /// The keychain, which is found by its services and not by a name of the store.
    static let keychain = Store(id: "keychain", choice: .keychain)
  }

  var store: Store { Store(id: id, choice: choice) }

  init(_ store: Store, old: Store? = nil) {
    (id, choice, self.old) = (store.id, store.choice, old)
  }

  var json: JSONObject {
    var json = Self.json(store)
    json["version"] = 1
    json["moving_from"] = old.map { .object(Self.json($0)) }
    return json
  }

  /// The settings in the file.
  ///
  /// - Throws: `storeFailed` when they cannot be read. Another store is never used instead.
  init(_ content: [UInt8], location: String) throws(OAuthError) {
    guard let json = try? JSONObject(parsing: content), let store = Self.store(json) else {
      throw .store(
        "\(location) cannot be read; it is damaged, or of a newer version. "
          + "It names the store of the sessions, so no store is used")
    }
    self.init(store)
    guard let value = json["moving_from"] else { return }
    guard let object = value.objectValue, let old = Self.store(object) else {
      throw .store("\(location) cannot be read: it does not say from where sessions are moved")
    }
    self.old = old
  }

  private static func json(_ store: Store) -> JSONObject {
    var json: JSONObject = ["id": .string(store.id), "store": .string(store.choice.name)]
    if case .file(let consent) = store.choice {
      json["plain_text_because"] = .string(consent.reason)
    }
    return json
  }

  private static func store(_ json: JSONObject) -> Store? {
    guard json["version"] == nil || json["version"]?.intValue == 1,
      let id = json["id"]?.stringValue, isID(id), let name = json["store"]?.stringValue,
      let choice = try? StoreChoice(
        named: name,
        consent: json["plain_text_because"]?.stringValue.map { .because($0) }),
      choice != .auto
    else { return nil }
    return Store(id: id, choice: choice)
  }

  /// Whether the text is safe as a part of the name of a folder.
  private static func isID(_ text: String) -> Bool {
    (1...32).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x61...0x7A).contains($0)
      }
  }
}
