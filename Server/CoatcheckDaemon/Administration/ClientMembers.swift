// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckJOSE

/// The members of a client: some of them have options, and a file may have all of them.
struct ClientMembers: ParsableArguments {
  @Option(help: "The name that users read.")
  var name: String?

  @Option(help: "Where responses may be sent; may be given again.")
  var redirectURI: [String] = []

  @Option(help: "A grant it may use; may be given again.")
  var grant: [String] = []

  @Option(help: "A scope it may request; may be given again.")
  var scope: [String] = []

  @Flag(name: .customLong("public"), help: "It has no secret: an app on users' devices.")
  var isPublic = false

  @Option(help: "A JSON file with members of the registration; - is standard input.")
  var file: String?

  /// The members; options have precedence over the file.
  func json() throws -> JSONObject {
    var json = try file.map(InputJSON.file) ?? JSONObject()
    if let name { json["client_name"] = .string(name) }
    if !redirectURI.isEmpty { json["redirect_uris"] = .array(redirectURI.map(JSONValue.string)) }
    if !grant.isEmpty { json["grant_types"] = .array(grant.map(JSONValue.string)) }
    if !scope.isEmpty { json["scope"] = .string(scope.joined(separator: " ")) }
    if isPublic { json["token_endpoint_auth_method"] = "none" }
    return json
  }
}
