// SPDX-License-Identifier: Apache-2.0
import TestKit

extension DocumentHost.Document {
  /// A document with the public keys, as a key set.
  static func keys(_ keys: SigningKey...) -> Self {
    .json(JWKSet(keys: keys.map(\.publicJWK)).json.serialized())
  }
}
