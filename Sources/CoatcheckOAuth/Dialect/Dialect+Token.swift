// SPDX-License-Identifier: Apache-2.0

package import CoatcheckJOSE
import HTTPTypes
package import CoatcheckFoundation

extension Dialect {
  /// A token request: the parameters in the form that the dialect requires, with the dialect's additional
  /// fields and parameters.
  func request(
    _ parameters: Parameters, for step: GrantStep, to endpoint: Endpoint, as client: ClientIdentity
  ) throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    var parameters = parameters
    try parameters.add(extra[step] ?? [:], reserved: TokenRequest.reserved)
    var fields = try HTTPFields(named: self.fields.merging(tokenFields) { $1 })
    fields[.accept] = fields[.accept] ?? MediaType.json
    try client.authenticate(form: &parameters, fields: &fields)
    if case .none = client.authentication, clientNaming == .fields { parameters["client_id"] = nil }
    var head = HTTPRequest(
      method: .post, scheme: endpoint.scheme, authority: endpoint.authority, path: endpoint.path,
      headerFields: fields)
    switch tokenParameters {
    case .form:
      head.headerFields[.contentType] = MediaType.form
      return (head, Data(parameters.encoded.utf8))
    case .query, .queryOfGET:
      head.path = endpoint.path + (endpoint.query == nil ? "?" : "&") + parameters.percentEncoded
      if tokenParameters == .queryOfGET { head.method = .get }
      return (head, Data())
    case .json:
      head.headerFields[.contentType] = MediaType.json
      var object = JSONObject()
      for (name, value) in parameters.pairs { object[name] = jsonValue(value, of: name) }
      return (head, Data(object.serialized()))
    case .sessionToken:
      guard let name = HTTPField.Name("session-token"), let token = parameters["refresh_token"]
      else {
        throw .misused("grant_type", "The provider has no other token request than a refresh.")
      }
      head.headerFields[name] = token
      head.headerFields[.contentType] = MediaType.json
      var object = JSONObject()
      for (name, value) in parameters.without(TokenRequest.reserved).pairs {
        object[name] = .string(value)
      }
      return (head, Data(object.serialized()))
    case .multipart:
      let (type, body) = MultipartForm.encoded(parameters)
      head.headerFields[.contentType] = type
      return (head, body)
    }
  }

  /// A parameter as a JSON value: `expiresAt` is a number, all others are strings. Seen at Kii.
  private func jsonValue(_ value: String, of name: String) -> JSONValue {
    guard name == "expiresAt", let number = Int(value) else { return .string(value) }
    return .number(JSONNumber(number))
  }

  /// Reads the response of a token endpoint.
  func grant(head: HTTPResponse, body: Data, receivedAt: Date) throws(OAuthError) -> TokenGrant {
    var reply = JSONReply(
      source: "The token endpoint",
      mediaType: tokenReplies == .jsonOfAnyType ? .anything : .json)
    reply.errors = errors
    reply.readsForms = tokenReplies == .jsonOrForm
    return try grant(
      of: reply.object(head: head, body: body, receivedAt: receivedAt), receivedAt: receivedAt)
  }

  /// The tokens in the members of a token response, or in the parameters of an authorization response.
  package func grant(of reply: JSONObject, receivedAt: Date) throws(OAuthError) -> TokenGrant {
    var json = reply
    for (own, standard) in members where json[own] != nil {
      json[standard] = json[standard] ?? json[own]
      json[own] = nil
    }
    if accessTokens == .idToken { json["access_token"] = json["id_token"] }
    if scopes == .commas, let text = json["scope"]?.stringValue {
      json["scope"] = .string(text.replacing(",", with: " "))
    }
    var grant = try TokenGrant(
      json: json, receivedAt: receivedAt, tokenTypes: tokenTypes,
      defaultTokenType: defaultTokenType)
    if accessTokens == .idToken, let own = Expiry(ofIDToken: grant.accessToken, at: receivedAt) {
      grant.expiry = own
    }
    if let endlessLifetime, let end = grant.expiry.seconds(from: receivedAt),
      end >= endlessLifetime
    {
      grant.expiry = .never
    }
    if grant.expiry == .unknown { grant.expiry = absoluteTimes?.expiry(in: json) ?? .unknown }
    if grant.refreshExpiry == .unknown {
      grant.refreshExpiry = absoluteTimes?.refreshExpiry(in: json) ?? .unknown
    }
    switch silence {
    case .never where grant.expiry == .unknown: grant.expiry = .never
    case .spent where grant.expiry == .unknown: grant.expiry = .at(receivedAt)
    default: break
    }
    return grant
  }
}

extension Parameters {
  /// The parameters for a query in which a space is `%20`, for servers that do not decode `+`.
  package var percentEncoded: String {
    encoded.replacing("+", with: "%20")
  }
}
