// SPDX-License-Identifier: Apache-2.0

/// A fact that an earlier row of the pipeline must have established.
///
/// - Throws: A ``ServerFailure`` when it has not: the table is wrong, and nothing is issued.
func established<Fact>(_ fact: Fact?, _ name: StaticString) throws(ServerFailure) -> Fact {
  guard let fact else {
    throw ServerFailure(reason: "The pipeline has no row that establishes the \(name).")
  }
  return fact
}
