// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE

/// The answer of a call that says nothing but yes. It travels as `{}`; an empty body is read as well.
public struct EmptyReply: Sendable, Hashable {
  /// A yes.
  public init() {}

  /// `{}`
  var json: JSONValue { .object([:]) }
}
