// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE

/// The authorization details that were requested, compared with those that were granted.
///
/// [RFC 9396 §7](https://www.rfc-editor.org/rfc/rfc9396#section-7): the server "MUST also return the
/// "authorization_details" as granted by the resource owner". It may have granted less, or filled in what
/// the user chose.
public struct GrantedDetails: Sendable, Hashable {
  /// The authorization details of the token.
  public let granted: [AuthorizationDetail]
  /// Those of the granted ones that no requested one covers: check them before use.
  public let added: [AuthorizationDetail]
  /// Those of the requested ones that were not granted in full.
  public let missing: [AuthorizationDetail]

  /// Compares requested with granted authorization details.
  ///
  /// - Parameters:
  ///   - asked: The requested details.
  ///   - answered: The details of the token reply; nil when it has none, which counts as granted in full.
  public init(asked: [AuthorizationDetail], answered: [AuthorizationDetail]?) {
    granted = answered ?? asked
    added = granted.filter { one in !asked.contains { one.isCovered(by: $0) } }
    missing = asked.filter { one in !(answered ?? asked).contains { one.isCovered(by: $0) } }
  }
}

extension AuthorizationDetail {
  /// Whether this permits no more than another one: its common lists
  /// ([RFC 9396 §2.2](https://www.rfc-editor.org/rfc/rfc9396#section-2.2)) have only elements of the
  /// other's, and all other members are equal.
  ///
  /// A list that only one of the two has is a difference, because its meaning depends on the type. Where
  /// the type has rules of its own, compare by those.
  ///
  /// - Parameter other: The authorization details with the wider permission, such as the requested ones.
  public func isCovered(by other: AuthorizationDetail) -> Bool {
    guard type.isExactly(other.type) else { return false }
    let names = Set(members.names).union(other.members.names)
    return names.allSatisfy { name in
      guard Self.lists.contains(name), let own = members[name]?.arrayValue,
        let all = other.members[name]?.arrayValue
      else { return members[name] == other.members[name] }
      return Set(own).isSubset(of: all)
    }
  }
}

extension TokenGrant {
  /// Compares the granted authorization details with the requested ones.
  ///
  /// - Parameter asked: The requested details.
  public func details(asked: [AuthorizationDetail]) -> GrantedDetails {
    GrantedDetails(asked: asked, answered: details)
  }
}
