// SPDX-License-Identifier: Apache-2.0

/// Unwraps a value that an earlier row of the pipeline must have set.
///
/// - Throws: A ``ServerFailure`` when it is nil: the rows are in the wrong order. Nothing is issued then.
func established<Fact>(_ fact: Fact?, _ name: StaticString) throws(ServerFailure) -> Fact {
  guard let fact else {
    throw ServerFailure(reason: "The pipeline has no row that establishes the \(name).")
  }
  return fact
}
