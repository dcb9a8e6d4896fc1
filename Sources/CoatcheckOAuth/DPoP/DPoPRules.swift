// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckFoundation

/// Which DPoP proofs a server accepts: their algorithms and their age.
public struct DPoPRules: Sendable, Hashable {
  /// The accepted algorithms; server metadata list them as `dpop_signing_alg_values_supported`.
  public var algorithms: Set<SignatureAlgorithm>
  /// The maximum age of a proof, in seconds.
  public var maximumAge: TimeInterval
  /// How far the `iat` of a proof may lie in the future, in seconds: clocks differ.
  public var maximumLead: TimeInterval

  /// Creates rules.
  ///
  /// - Parameters:
  ///   - algorithms: The accepted algorithms; all asymmetric ones by default.
  ///   - maximumAge: The maximum age of a proof, in seconds.
  ///   - maximumLead: How far its `iat` may lie in the future, in seconds.
  public init(
    algorithms: Set<SignatureAlgorithm> = Set(SignatureAlgorithm.allCases),
    maximumAge: TimeInterval = 60, maximumLead: TimeInterval = 60
  ) {
    self.algorithms = algorithms
    self.maximumAge = maximumAge
    self.maximumLead = maximumLead
  }

  /// The maximum time for which one proof is accepted, in seconds.
  package var lifetime: TimeInterval { maximumAge + maximumLead }

  /// All asymmetric algorithms, with `iat` at most a minute in the past or in the future.
  ///
  /// [RFC 9449 §11.1](https://www.rfc-editor.org/rfc/rfc9449#section-11.1): "servers MUST only accept DPoP
  /// proofs for a limited time after their creation (preferably only for a relatively brief period on the
  /// order of seconds or minutes)."
  public static let standard = DPoPRules()
}
