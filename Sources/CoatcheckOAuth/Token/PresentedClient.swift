// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// The client that a request names, not authenticated yet.
public struct PresentedClient: Sendable {
  /// The `client_id`, from the `Authorization` field, the form, the client assertion or the attestation;
  /// nil when the request names no client.
  public let id: String?
  /// The credentials of the request, to be verified.
  public let authentication: PresentedAuthentication

  /// Reads the credentials of a request.
  ///
  /// - Throws: `refused`: ``OAuthError/Code/invalidClient`` when the credentials cannot be read or their
  ///   kind is not supported, ``OAuthError/Code/invalidRequest`` when there are two kinds.
  init(fields: HTTPFields, form: Parameters) throws(OAuthError) {
    let values = fields[values: .authorization]
    guard values.count <= 1 else {
      throw .refused(.invalidClient, "There is more than one Authorization field.")
    }
    let attestation = try ClientAttestation.Received(fields: fields)
    let proofs = [
      values.first, form["client_secret"], form[ClientAssertion.parameter],
      attestation?.clientID,
    ]
    // "The client MUST NOT use more than one authentication method in each request."
    guard proofs.count(where: { $0 != nil }) <= 1 else {
      throw .refused(
        .invalidRequest, "The client authenticates in two ways.", parameter: "client_secret")
    }
    if let attestation {
      id = attestation.clientID
      authentication = .attestation(attestation)
    } else if let field = values.first {
      let credentials = try BasicCredentials(field: field)
      id = credentials.id
      authentication = .basic(credentials.secret)
    } else if let text = form[ClientAssertion.parameter] {
      let assertion = try ClientAssertion.Received(
        text, type: form[ClientAssertion.typeParameter])
      id = assertion.clientID
      authentication = .assertion(assertion)
    } else if form[ClientAssertion.typeParameter] != nil {
      throw .refused(.invalidClient, "There is the type of an assertion without the assertion.")
    } else {
      id = form["client_id"]
      authentication = form["client_secret"].map { .post(Secret($0)) } ?? .none
      if id == nil, form["client_secret"] != nil {
        throw .refused(.invalidClient, "A client secret came without a client id.")
      }
    }
    // RFC 7521 §4.2: "If present, the value of the "client_id" parameter MUST identify the same client
    // as is identified by the client assertion."
    guard let named = form["client_id"], let id, !named.isExactly(id) else { return }
    throw .refused(.invalidRequest, "The request names two clients.", parameter: "client_id")
  }
}
