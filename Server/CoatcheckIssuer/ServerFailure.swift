// SPDX-License-Identifier: Apache-2.0

/// An internal error: a state that the code must not reach, or a key that is missing.
///
/// The reason goes to the audit log. The client receives `server_error` without it.
struct ServerFailure: Error, Equatable {
  /// What failed, for the operator.
  let reason: String
}
