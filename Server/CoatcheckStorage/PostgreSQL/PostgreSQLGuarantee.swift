// SPDX-License-Identifier: Apache-2.0

/// What an acknowledged change survives, by the settings of a PostgreSQL database.
///
/// When the rotation of a refresh token is lost, the token that it used is valid again.
public enum PostgreSQLGuarantee: Sendable, Equatable {
  /// It is on a standby as well: losing the primary loses nothing.
  case synchronousStandby
  /// It is on the primary's disk. A standby that is promoted after the primary is lost may miss the last
  /// changes, and tokens that were used in them would be valid again.
  case primaryOnly
}

extension PostgreSQLGuarantee: CustomStringConvertible {
  /// A sentence for the operator.
  public var description: String {
    switch self {
    case .synchronousStandby: "acknowledged changes are on the primary and on a synchronous standby"
    case .primaryOnly:
      "acknowledged changes are on the primary's disk only; after a failover to an asynchronous standby the last of "
        + "them can be missing, and tokens that were spent in them are good again"
    }
  }
}
