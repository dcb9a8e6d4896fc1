// SPDX-License-Identifier: Apache-2.0

extension JSONObject: CustomStringConvertible {
  /// The object as JSON, with all its values: objects with the same members have the same text, whether they
  /// were read or made. What holds secrets in one has a description of its own.
  public var description: String { String(decoding: serialized(), as: UTF8.self) }
}
