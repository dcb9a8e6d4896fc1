// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

extension HTTPFields {
  /// A field that has no constant of its own, by its name.
  subscript(named name: String) -> String? {
    get { HTTPField.Name(name).flatMap { self[$0] } }
    set { if let name = HTTPField.Name(name) { self[name] = newValue } }
  }
}
