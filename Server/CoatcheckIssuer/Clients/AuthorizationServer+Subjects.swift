// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE

extension AuthorizationServer {
  /// The subject identifier of a user at a client: the `sub` of every token and response. It is `userID`
  /// itself for a client with public subject identifiers.
  ///
  /// With `subject_type` `pairwise`, "the Subject Identifier … MUST NOT be reversible by any party other
  /// than the OpenID Provider" and "Distinct Sector Identifier values MUST result in distinct Subject
  /// Identifier values": it is a keyed hash of the sector and the account, the same for all time under the
  /// same master key.
  /// [OIDC Core §8.1](https://openid.net/specs/openid-connect-core-1_0.html#PairwiseAlg)
  ///
  /// - Parameters:
  ///   - userID: The identifier of the account in the directory.
  ///   - client: The client that receives the subject identifier.
  public func subject(of userID: String, for client: RegisteredClient) -> String {
    guard client.metadata.subjectType == .pairwise else { return userID }
    return Base64URL.encode(keys.sealer.tag(of: [client.sector, userID], for: .subjects))
  }
}

extension RegisteredClient {
  /// The sector: the clients that receive the same subject identifier.
  ///
  /// "If the Client has not provided a value for sector_identifier_uri …, the Sector Identifier used for
  /// pairwise identifier calculation is the host component of the registered redirect_uri." A client
  /// without either is a sector of its own.
  var sector: String {
    (metadata.sectorIdentifierURI ?? redirectURIs.first).flatMap(RegistrableURI.host(of:))
      ?? "client:" + id
  }
}
