// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
import Foundation
import FuzzDriver

/// Parameters that are read and written again are read as the same parameters.
exit(
  drive { start, count in
    guard let read = try? Parameters(decoding: text(start, count)) else { return 0 }
    let written = read.encoded
    require(written.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "a form is printable ASCII")
    let again = try? Parameters(decoding: written)
    require(again == read, "a form is read again as it was")
    require(again?.encoded == written, "a form has one spelling")
    return 0
  })
