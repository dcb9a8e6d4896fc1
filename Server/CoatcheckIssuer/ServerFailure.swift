// SPDX-License-Identifier: Apache-2.0

/// A failure of this server that a rule found.
///
/// The reason goes to the audit log. The client receives `server_error` without it.
struct ServerFailure: Error, Equatable {
  /// What failed, for the operator.
  let reason: String
}
