// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth

/// Validates the sector of a client with pairwise subject identifiers: all its redirect URIs belong to it.
///
/// [OIDC Registration
/// §5](https://openid.net/specs/openid-connect-registration-1_0.html#SectorIdentifierValidation)
struct ValidateSectorIdentifier: RegistrationRule {
  func apply(to attempt: inout RegistrationAttempt, by server: AuthorizationServer) async throws {
    let asked = attempt.metadata
    switch asked.subjectType ?? "public" {
    case "public": attempt.client.metadata.subjectType = .public
    case "pairwise": attempt.client.metadata.subjectType = .pairwise
    default: throw refusal("subject_type", "The type of subjects is public or pairwise.")
    }
    attempt.client.metadata.sectorIdentifierURI = asked.sectorIdentifierURI
    if let address = asked.sectorIdentifierURI {
      return try await check(address, listing: attempt.client.redirectURIs, by: server)
    }
    guard attempt.client.metadata.subjectType == .pairwise else { return }
    // "If there are multiple hostnames in the registered redirect_uris, the Client MUST register a
    // sector_identifier_uri." A client without an `https` host must do so too: otherwise all apps with
    // loopback redirect URIs would be one sector.
    let hosts = Set(attempt.client.redirectURIs.map(RegistrableURI.host(of:)))
    guard hosts.count == 1, let host = hosts.first, host != nil else {
      throw refusal(
        "sector_identifier_uri", "Pairwise subjects need one https host, or a sector's address.")
    }
  }

  /// "the value of the sector_identifier_uri MUST be a URL using the https scheme that points to a JSON
  /// file containing an array of redirect_uri values" and "The values of the registered redirect_uris MUST
  /// be included in the elements of the array".
  private func check(
    _ address: String, listing uris: [String], by server: AuthorizationServer
  ) async throws {
    let name = "sector_identifier_uri"
    guard let documents = server.documents, documents.accepts(address) else {
      throw refusal(name, "Nothing is fetched from there.")
    }
    guard let bytes = try? await documents.document(at: address),
      // `JSONObject` parses objects only: the array is put into one.
      let list = try? JSONObject(parsing: Array(#"{"uris":"#.utf8) + bytes + Array("}".utf8)),
      list.names == ["uris"], let entries = list["uris"]?.arrayValue
    else { throw refusal(name, "There is no JSON array.") }
    let listed = Set(entries.compactMap(\.stringValue).map { Array($0.utf8) })
    guard uris.allSatisfy({ listed.contains(Array($0.utf8)) }) else {
      throw refusal(name, "A redirect URI is not among those of the sector.")
    }
  }
}
