// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth

/// Requires that the key set at `jwks_uri` can be fetched and read.
///
/// [RFC 7591 §2](https://www.rfc-editor.org/rfc/rfc7591#section-2)
struct FetchClientKeys: RegistrationRule {
  func apply(to attempt: inout RegistrationAttempt, by server: AuthorizationServer) async throws {
    attempt.client.metadata.jwksURI = attempt.metadata.jwksURI
    guard let address = attempt.metadata.jwksURI else { return }
    // "jwks_uri … The value of this field MUST point to a valid JWK Set document."
    guard let documents = server.documents, documents.accepts(address) else {
      throw refusal("jwks_uri", "Keys are not fetched from there.")
    }
    let set: JWKSet
    do {
      set = try await ClientKeys.keySet(at: address, from: documents)
    } catch {
      throw refusal("jwks_uri", "The keys cannot be fetched or are not valid.")
    }
    guard set.keys.contains(where: { (try? VerificationKey($0)) != nil }) else {
      throw refusal("jwks_uri", "There is no usable key.")
    }
  }
}
