// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE

/// What became of the authorization details that were asked for.
///
/// [RFC 9396 §7](https://www.rfc-editor.org/rfc/rfc9396#section-7): the server "MUST also return the
/// "authorization_details" as granted by the resource owner". It may have granted less, or filled in what
/// the user chose.
public struct GrantedDetails: Sendable, Hashable {
  /// What the token is good for.
  public let granted: [AuthorizationDetail]
  /// Granted without a request that covers it: worth a check.
  public let added: [AuthorizationDetail]
  /// Asked for, and not granted as it was asked for.
  public let missing: [AuthorizationDetail]

  /// Compares what was asked with what a grant says.
  public init(asked: [AuthorizationDetail], answered: [AuthorizationDetail]?) {
    granted = answered ?? asked
    added = granted.filter { one in !asked.contains { one.isCovered(by: $0) } }
    missing = asked.filter { one in !(answered ?? asked).contains { one.isCovered(by: $0) } }
  }
}

extension AuthorizationDetail {
  /// Whether this allows no more than another one does: of the lists that RFC 9396 §2.2 defines no element
  /// more, and all other members the same.
  ///
  /// A list that is absent in one of them is a difference: what it means is for the type to say, and a type
  /// may have rules of its own. Then compare by those.
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
  /// What became of the authorization details that were asked for.
  public func details(asked: [AuthorizationDetail]) -> GrantedDetails {
    GrantedDetails(asked: asked, answered: details)
  }
}
