// SPDX-License-Identifier: Apache-2.0

package import CoatcheckJOSE

/// Which claim of an ID token names its subject.
public enum SubjectRule: String, Sendable, Hashable, CaseIterable {
  /// `sub`, as in [OIDC Core §2](https://openid.net/specs/openid-connect-core-1_0.html#IDToken).
  case sub
  /// `sub`, unless that is the word `subject` for all users: then the claim `id`, or the member `id` in
  /// the JSON text of the claim `api`. Seen at IDaaS.
  case wordOrID = "word_or_id"

  /// The value of `sub` that is the same for all users.
  private static let word = "subject"

  /// The subject of an ID token; nil when it has none.
  ///
  /// - Parameter claims: The claims of a token whose signature was verified.
  package func subject(in claims: JSONObject) -> String? {
    let subject = claims["sub"]?.stringValue
    guard self == .wordOrID, subject == nil || subject == Self.word else { return subject }
    let nested = claims["api"]?.stringValue.flatMap { try? JSONObject(parsing: Array($0.utf8)) }
    let id = claims["id"]?.stringValue ?? nested?["id"]?.stringValue
    return id.flatMap { $0.isVSCHAR && $0.utf8.count <= 255 ? $0 : nil }
  }
}
