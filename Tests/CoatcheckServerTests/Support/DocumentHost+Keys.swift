// SPDX-License-Identifier: Apache-2.0
import TestKit

extension DocumentHost.Document {
  /// The public halves of keys, as a set.
  static func keys(_ keys: SigningKey...) -> Self {
    .json(JWKSet(keys: keys.map(\.publicJWK)).json.serialized())
  }
}
