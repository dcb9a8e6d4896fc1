// SPDX-License-Identifier: Apache-2.0

/// The event by which a connection is asked to end. An idle one ends at once.
enum EndOfConnection {
  /// The server stops: a request whose head has arrived is still read and answered.
  case drained
  /// The server was cancelled: only a request that has arrived completely is answered.
  case cancelled
}
