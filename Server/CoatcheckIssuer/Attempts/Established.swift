// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// A fact that an earlier row of the pipeline must have established.
///
/// - Throws: `server_error` when it has not: the table is wrong, and nothing is issued.
func established<Fact>(_ fact: Fact?, _ name: StaticString) throws(OAuthError) -> Fact {
  guard let fact else { throw .server("The pipeline has no row that establishes the \(name).") }
  return fact
}
