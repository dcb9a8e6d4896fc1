// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckJOSE
import HTTPTypes

/// The OpenAPI document of the administration API, generated from the operations.
///
/// [OpenAPI 3.1.1](https://spec.openapis.org/oas/v3.1.1.html)
enum AdministrationDocument {
  /// The path of the document.
  static let path = "/admin/openapi.json"

  /// The document for an issuer.
  static func json(at issuer: String) -> JSONObject {
    var paths = JSONObject()
    for operation in Administration.operations {
      let endpoint = operation.endpoint
      let path = "/admin" + endpoint.path
      var item = paths[path]?.objectValue ?? [:]
      item[endpoint.method.rawValue.lowercased()] = .object(
        describe(endpoint, as: String(describing: operation)))
      paths[path] = .object(item)
    }
    return [
      "openapi": "3.1.1",
      "info": ["title": "Coatcheck administration", "version": "1"],
      "servers": [["url": .string(issuer)]],
      "security": [["token": []]],
      "paths": .object(paths),
      "components": ["schemas": .object(schemas), "securitySchemes": .object(security)],
    ]
  }

  private static let security: JSONObject = [
    "token": [
      "type": "http", "scheme": "bearer", "bearerFormat": "JWT",
      "description": .string(
        "An access token of this issuer with the scope \(AuthorizationServer.administrationScope)."
      ),
    ]
  ]

  private static let problem: JSONObject = [
    "type": "object",
    "properties": [
      "type": ["type": "string"], "title": ["type": "string"], "status": ["type": "integer"],
      "detail": ["type": "string"], "member": ["type": "string"],
    ],
    "required": ["type", "title", "status", "detail"],
  ]

  private static var schemas: JSONObject {
    var schemas: JSONObject = ["Problem": .object(problem)]
    for one in AdministrationSchema.all + AdministrationSchema.all.map(\.list) {
      schemas[one.name] = .object(one.json)
    }
    return schemas
  }

  private static func describe(_ endpoint: AdministrationEndpoint, as name: String) -> JSONObject {
    var json: JSONObject = [
      "operationId": .string(name), "summary": .string(endpoint.summary),
      "responses": .object(responses(of: endpoint)),
    ]
    let parameters = parameters(of: endpoint)
    if !parameters.isEmpty { json["parameters"] = .array(parameters.map(JSONValue.object)) }
    guard let fields = endpoint.body else { return json }
    var properties = JSONObject()
    for field in fields { properties[field.name] = .object(field.schema) }
    let schema: JSONObject = [
      "type": "object", "properties": .object(properties), "additionalProperties": false,
      "required": .array(fields.filter(\.isRequired).map { .string($0.name) }),
    ]
    json["requestBody"] = [
      "required": true, "content": ["application/json": ["schema": .object(schema)]],
    ]
    return json
  }

  private static func parameters(of endpoint: AdministrationEndpoint) -> [JSONObject] {
    let path = endpoint.segments.filter { $0.hasPrefix("{") }.map { segment -> JSONObject in
      [
        "name": .string(String(segment.dropFirst().dropLast())), "in": "path", "required": true,
        "schema": ["type": "string", "minLength": 1, "maxLength": 255],
      ]
    }
    let query = endpoint.query.map { field -> JSONObject in
      [
        "name": .string(field.name), "in": "query", "required": .bool(field.isRequired),
        "schema": .object(field.schema),
      ]
    }
    return path + query
  }

  private static func responses(of endpoint: AdministrationEndpoint) -> JSONObject {
    var responses = JSONObject()
    var success: JSONObject = ["description": .string(endpoint.summary)]
    if let reply = endpoint.reply {
      let reference: JSONObject = ["$ref": .string("#/components/schemas/\(reply.name)")]
      success["content"] = ["application/json": ["schema": .object(reference)]]
    }
    responses["\(endpoint.status.code)"] = .object(success)
    let common: [HTTPResponse.Status] = [
      .badRequest, .unauthorized, .forbidden, .notFound, .methodNotAllowed,
      .unsupportedMediaType, .serviceUnavailable,
    ]
    // Requests over a limit are refused before they are read, without a problem document.
    for status in [
      HTTPResponse.Status.contentTooLarge, .uriTooLong, .requestHeaderFieldsTooLarge,
    ] {
      responses["\(status.code)"] = ["description": .string(status.reasonPhrase)]
    }
    for status in common + endpoint.refusals {
      responses["\(status.code)"] = [
        "description": .string(status.reasonPhrase),
        "content": [
          "application/problem+json": ["schema": ["$ref": "#/components/schemas/Problem"]]
        ],
      ]
    }
    return responses
  }
}
