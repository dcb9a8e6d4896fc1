// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE

extension Dialect: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The names of the deviations. What is in a header field may be a secret.
  public var description: String { "Dialect(\(json.names.joined(separator: ", ")))" }
  /// The names of the deviations.
  public var debugDescription: String { description }
  /// The names of the deviations.
  public var customMirror: Mirror { Mirror(self, children: ["deviations": json.names]) }
}
