// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckJOSE

extension Seed {
  /// Checks that the server can sign with the algorithms that clients register.
  ///
  /// - Parameter algorithms: The algorithms that the server has keys for.
  /// - Throws: ``SeedError`` naming the member that asks for another one.
  func check(signedWith algorithms: [SignatureAlgorithm]) throws {
    for (index, client) in clients.enumerated() {
      let registration = client.registration
      for (name, algorithm) in [
        ("idTokenAlgorithm", registration.idTokenAlgorithm),
        ("userInfoAlgorithm", registration.metadata.userInfoAlgorithm),
        ("authorizationAlgorithm", registration.metadata.authorizationAlgorithm),
      ] {
        guard let algorithm, !algorithms.contains(algorithm) else { continue }
        throw SeedError(
          place: "clients[\(index)].\(name)",
          reason: "needs --signing-algorithm \(algorithm.rawValue)")
      }
    }
  }
}
