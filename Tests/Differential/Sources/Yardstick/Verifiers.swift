// SPDX-License-Identifier: Apache-2.0
public import CoatcheckJOSE
import Foundation
import JWTKit

/// Both libraries with the same keys.
public struct Verifiers: Sendable {
  /// Coatcheck's keys.
  public let keys: VerificationKeySet
  private let peer: JWTKeyCollection

  /// The accepted algorithms.
  public static let algorithms: Set<SignatureAlgorithm> = [.rs256, .es256, .edDSA]

  /// - Parameter signers: The trusted keys; the first is jwt-kit's default.
  public init(_ signers: [Signer]) async throws {
    let set = try #"{"keys":[\#(signers.map { try $0.publicJWK() }.joined(separator: ","))]}"#
    keys = try VerificationKeySet(JWKSet(parsing: Data(set.utf8)))
    peer = try await JWTKeyCollection().add(jwksJSON: set)
  }

  /// Coatcheck's result: `sub`, or the error.
  public func ours(_ token: String) -> Result<String?, JOSEError> {
    do {
      let verified = try UnverifiedJWT(token).verified(by: keys, accepting: Self.algorithms)
      return .success(verified.claims["sub"]?.stringValue)
    } catch {
      return .failure(error)
    }
  }

  /// The result of jwt-kit.
  public nonisolated(nonsending) func theirs(_ token: String) async -> Result<String?, any Error> {
    do {
      return .success(try await peer.verify(token, as: AnyClaims.self).subject)
    } catch {
      return .failure(error)
    }
  }
}

/// Any JSON object; neither library checks the claims.
struct AnyClaims: JWTPayload {
  let subject: String?

  private enum CodingKeys: String, CodingKey { case subject = "sub" }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    subject = try? container.decodeIfPresent(String.self, forKey: .subject)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(subject, forKey: .subject)
  }

  func verify(using algorithm: some JWTAlgorithm) async throws {}
}
