// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE

/// The named schema of a response body.
struct AdministrationSchema: Sendable {
  let name: String
  let fields: [AdministrationField]

  private init(_ name: String, _ fields: [AdministrationField]) {
    self.name = name
    self.fields = fields
  }

  private static func text(
    _ name: String, _ about: String, isRequired: Bool = true
  ) -> AdministrationField {
    AdministrationField(name, .text(0...(1 << 20)), about, isRequired: isRequired)
  }

  static let user = AdministrationSchema(
    "User",
    [
      text("id", "The subject identifier."), text("username", "What the user types."),
      AdministrationField("disabled", .flag, "Whether sign-ins are refused.", isRequired: true),
      AdministrationField(
        "has_password", .flag, "Whether there is a password.", isRequired: true),
      AdministrationField("claims", .object, "The claims of OpenID Connect.", isRequired: true),
      AdministrationField("contacts", .objects, "The contacts that were proved."),
      text("last_seen", "When the user was last here.", isRequired: false),
    ])

  static let client = AdministrationSchema(
    "Client",
    [
      text("client_id", "The client identifier."), text("client_name", "What users read."),
      text("token_endpoint_auth_method", "How it authenticates."),
      AdministrationField("redirect_uris", .texts, "Where responses may go.", isRequired: true),
      AdministrationField("grant_types", .texts, "The grants it may use.", isRequired: true),
      text("scope", "The scopes it may request, with spaces between."),
      AdministrationField("disabled", .flag, "Whether it is refused.", isRequired: true),
      text("client_secret", "The secret, shown this once.", isRequired: false),
    ])

  static let password = AdministrationSchema(
    "OneTimePassword", [text("password", "The new password, shown this once.")])
  static let secret = AdministrationSchema(
    "ClientSecret", [text("client_secret", "The new secret, shown this once.")])
  static let token = AdministrationSchema(
    "Token",
    [
      text("id", "The family of tokens."), text("client", "The client."),
      text("user", "The user."),
      AdministrationField("scopes", .texts, "What was granted.", isRequired: true),
      text("issued_at", "When."), text("expires_at", "When it ends at the latest."),
    ])
  static let link = AdministrationSchema(
    "Link", [text("id", "The link."), text("provider", "The network.")])
  static let session = AdministrationSchema(
    "Session", [text("id", "The session: sid."), text("user", "The user.")])
  static let consent = AdministrationSchema(
    "Consent", [text("user", "The user."), text("client", "The client.")])
  static let entry = AdministrationSchema(
    "AuditEntry", [text("time", "When."), text("event", "What.")])
  static let account = AdministrationSchema(
    "Account", [AdministrationField("user", .object, "The user.", isRequired: true)])
  static let registration = AdministrationSchema(
    "Registration", [text("client_id", "The client identifier.")])
  static let phones = AdministrationSchema(
    "ReplacedPhones",
    [AdministrationField("replaced", .texts, "The numbers it replaced.", isRequired: true)])
  static let count = AdministrationSchema(
    "Count",
    [AdministrationField("ended", .number(0...Int(Int32.max)), "How many ended.", isRequired: true)]
  )

  /// The schema of a page of a list of these objects.
  var list: AdministrationSchema {
    AdministrationSchema(
      name + "List",
      [
        AdministrationField("items", .objects, "The entries of this page.", isRequired: true),
        Self.text("next", "The key of the next page; absent on the last.", isRequired: false),
        AdministrationField("total", .number(0...Int(Int32.max)), "How many there are."),
      ])
  }

  /// The schema as JSON.
  var json: JSONObject {
    var properties = JSONObject()
    for field in fields {
      var schema = field.schema
      // The items of a list refer to the schema without `List` in its name.
      if field.name == "items", name.hasSuffix("List") {
        schema["items"] = ["$ref": .string("#/components/schemas/\(name.dropLast(4))")]
      }
      properties[field.name] = .object(schema)
    }
    return [
      "type": "object", "properties": .object(properties),
      "required": .array(fields.filter(\.isRequired).map { .string($0.name) }),
    ]
  }

  /// All schemas, for the `components` of the OpenAPI document.
  static let all = [
    user, client, password, secret, token, link, session, consent, entry, account, registration,
    phones, count,
  ]
}
