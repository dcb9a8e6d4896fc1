// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE

extension StringProtocol {
  /// Whether both texts hold the same bytes.
  ///
  /// Swift's `==` compares by canonical equivalence: a Kelvin sign equals the letter K, a composed
  /// é a decomposed one. Identifiers of the protocol (issuers, client ids, subjects, redirect URIs)
  /// are code points, so that they are compared by this.
  package func isExactly(_ other: some StringProtocol) -> Bool {
    let fast = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { right in WordScan.isEqual(left, right) }
    }
    return (fast ?? nil) ?? utf8.elementsEqual(other.utf8)
  }

  /// Whether every byte is a visible ASCII character (`%x21-7E`), and there is at least one.
  package var isVisibleASCII: Bool {
    // Optimized, since every access token is checked by this before it is sent.
    let fast = utf8.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy { (0x21...0x7E).contains($0) }
    }
    return !isEmpty && (fast ?? utf8.allSatisfy { (0x21...0x7E).contains($0) })
  }

  /// Whether every byte is a visible ASCII character or a space: `1*VSCHAR` of
  /// RFC 6749, appendix A.
  package var isVSCHAR: Bool {
    // Optimized, since the subject of every token is checked by this.
    let fast = utf8.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy { (0x20...0x7E).contains($0) }
    }
    return !isEmpty && (fast ?? utf8.allSatisfy { (0x20...0x7E).contains($0) })
  }
}
