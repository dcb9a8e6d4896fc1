// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
import Foundation
import FuzzDriver

/// A challenge that is read, and is written in its simplest form, is read as the same challenge.
exit(
  drive { start, count in
    for challenge in HTTPChallenge.parse([text(start, count)]) {
      require(!challenge.scheme.isEmpty, "a challenge has a scheme")
      require(challenge.token68 == nil || challenge.parameters.isEmpty, "either of the two")
      var plain = challenge.scheme
      if let token = challenge.token68 { plain += " " + token }
      let parameters = challenge.parameters.map { name, value in
        // By scalars: a backslash and a combining accent after it are one `Character`.
        var escaped = String.UnicodeScalarView()
        for scalar in value.unicodeScalars {
          if scalar == "\"" || scalar == "\\" { escaped.append("\\") }
          escaped.append(scalar)
        }
        return "\(name)=\"\(String(escaped))\""
      }
      if !parameters.isEmpty { plain += " " + parameters.joined(separator: ", ") }
      guard plain.utf8.count <= 8192 else { continue }
      require(HTTPChallenge.parse([plain]) == [challenge], "a challenge is read again as it was")
    }
    return 0
  })
