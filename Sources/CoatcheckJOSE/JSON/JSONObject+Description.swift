// SPDX-License-Identifier: Apache-2.0

extension JSONObject: CustomStringConvertible {
  /// The object as JSON text, with all its values: objects with the same members in the same order have the
  /// same text, whether they were read or created. Values are not redacted; types that keep secrets in an
  /// object have a description of their own.
  public var description: String { String(decoding: serialized(), as: UTF8.self) }
}
