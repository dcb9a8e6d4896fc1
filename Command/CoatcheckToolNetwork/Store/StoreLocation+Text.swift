// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckJOSE

/// The store in words, for `status` and for warnings.
extension StoreLocation {
  /// Where the secrets are and what protects them, in a few words.
  var sentence: String {
    if isUndecided { return "\(location) (nothing is stored yet)" }
    return switch protection {
    case .memory: "the memory of this program"
    case .plainText: "\(location) (plain files that only you can read)"
    case .sealed(let key): "\(location) (encrypted; the key: \(key))"
    case .system: "\(location) (\(kind), kept by the system)"
    }
  }

  /// What the user must know about plain text; nil if the secrets are better protected.
  var warning: String? {
    guard protection == .plainText else { return nil }
    return "the tokens are plain text in \(location): a copy of these files contains them"
  }

  /// Whether no session was ever saved, so that it is not known yet where they will be.
  private var isUndecided: Bool { kind == "undecided" }

  /// The word for the protection in a list.
  var protectionName: String {
    if isUndecided { return kind }
    return switch protection {
    case .memory: "memory"
    case .plainText: "plain_text"
    case .sealed: "sealed"
    case .system: "system"
    }
  }

  /// The place as a JSON answer shows it.
  var json: JSONObject {
    var json: JSONObject = [
      "kind": .string(kind), "location": .string(location),
      "protection": .string(protectionName),
    ]
    if case .sealed(let key) = protection, !isUndecided { json["key"] = .string(key) }
    return json
  }
}
