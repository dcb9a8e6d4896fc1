// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import Foundation
import FuzzDriver

/// A set that is read is written without private members, and is read again as the same set.
exit(
  drive { start, count in
    guard let set = try? JWKSet(parsing: input(start, count)) else { return 0 }
    require(set.keys.count <= JWKSet.maximumCount, "a set is not too large")
    let written = set.json.serialized()
    let again = try? JWKSet(parsing: written)
    require(again?.keys == set.keys, "a set is read again as it was")
    for key in set.keys {
      for name in ["d", "p", "q", "dp", "dq", "qi", "oth", "k"] {
        require(key.json[name] == nil, "no private member is kept")
      }
      require(key.thumbprint.utf8.count == 43, "a thumbprint is a hash")
      _ = try? EncryptionKey(key)
    }
    let usable = VerificationKeySet(set)
    require(usable.keyIDs.isSubset(of: Set(set.keys.compactMap(\.keyID))), "ids are the set's")
    return 0
  })
