// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE

extension Dialect: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The names of the deviations, without their values: a header field may hold a secret.
  public var description: String { "Dialect(\(json.names.joined(separator: ", ")))" }
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// A mirror with the names of the deviations only.
  public var customMirror: Mirror { Mirror(self, children: ["deviations": json.names]) }
}
