// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckFoundation

/// Which DPoP proofs a server accepts.
public struct DPoPRules: Sendable, Hashable {
  /// The algorithms, which a server lists as `dpop_signing_alg_values_supported`.
  public var algorithms: Set<SignatureAlgorithm>
  /// How old a proof may be, in seconds.
  public var maximumAge: TimeInterval
  /// How far in the future a proof may have been made, in seconds: clocks differ.
  public var maximumLead: TimeInterval

  /// Rules of your own.
  ///
  /// - Parameters:
  ///   - algorithms: The algorithms; all asymmetric ones by default.
  ///   - maximumAge: How old a proof may be, in seconds.
  ///   - maximumLead: How far in the future it may have been made, in seconds.
  public init(
    algorithms: Set<SignatureAlgorithm> = Set(SignatureAlgorithm.allCases),
    maximumAge: TimeInterval = 60, maximumLead: TimeInterval = 60
  ) {
    self.algorithms = algorithms
    self.maximumAge = maximumAge
    self.maximumLead = maximumLead
  }

  /// How long a proof may be shown from the first time on, in seconds.
  package var lifetime: TimeInterval { maximumAge + maximumLead }

  /// All asymmetric algorithms, a minute either way.
  ///
  /// RFC 9449 §11.1: "servers MUST only accept DPoP proofs for a limited time after their creation
  /// (preferably only for a relatively brief period on the order of seconds or minutes)."
  public static let standard = DPoPRules()
}
