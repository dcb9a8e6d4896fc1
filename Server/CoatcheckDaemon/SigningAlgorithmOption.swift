// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckJOSE

/// The name of a signature algorithm on the command line.
enum SigningAlgorithmOption {
  @Sendable
  static func read(_ text: String) throws -> SignatureAlgorithm {
    guard let algorithm = SignatureAlgorithm(rawValue: text) else {
      let names = SignatureAlgorithm.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("'\(text)' is not one of \(names)")
    }
    return algorithm
  }
}
