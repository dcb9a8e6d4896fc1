// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation
import FuzzDriver

/// Metadata that is read has the requested issuer. Written and read again, it is the same.
exit(
  drive { start, count in
    guard let json = try? JSONObject(parsing: input(start, count)),
      let issuer = try? Issuer("https://op.example"),
      let read = try? ServerMetadata(parsing: json, expected: issuer)
    else { return 0 }
    require(read.issuer == issuer, "metadata is the issuer's that was asked")
    let written = read.json
    let again = try? ServerMetadata(parsing: written, expected: issuer)
    require(again?.json == written, "metadata is read again as it was")
    require((try? JSONObject(parsing: written.serialized())) == written, "metadata is JSON")
    return 0
  })
