// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// A request for an operation, validated by its ``AdministrationEndpoint``.
struct AdministrationRequest: Sendable {
  private let path: [String: String]
  private let query: JSONObject
  /// The members of the body.
  let body: JSONObject

  /// Reads and validates a request.
  ///
  /// - Throws: The first error that is found.
  init(
    _ request: ServedRequest, at path: [String: String], of endpoint: AdministrationEndpoint
  ) throws(AdministrationProblem) {
    self.path = path
    query = try Self.query(request.query, of: endpoint)
    body = try Self.body(request, of: endpoint)
  }

  /// A path parameter.
  func segment(_ name: String) -> String { path[name] ?? "" }

  /// A query parameter.
  func value(_ name: String) -> JSONValue? { query[name] }

  /// A query parameter that is a text.
  func text(_ name: String) -> String? { query[name]?.stringValue }

  /// A query parameter that is a number.
  func number(_ name: String) -> Int? { query[name]?.intValue }

  /// Whether a query parameter is true.
  func isSet(_ name: String) -> Bool { query[name]?.boolValue == true }

  private static func query(
    _ text: String, of endpoint: AdministrationEndpoint
  ) throws(AdministrationProblem) -> JSONObject {
    let parameters: Parameters
    do throws(OAuthError) {
      parameters = try Parameters(decoding: text)
    } catch {
      throw AdministrationProblem(.badRequest, "The query cannot be read: \(error.reason)")
    }
    // `Parameters` drops parameters without a value: `search=` would silently list all users.
    guard text.isEmpty || text.split(separator: "&").count == parameters.pairs.count else {
      throw AdministrationProblem(.badRequest, "A parameter has no value.")
    }
    var query = JSONObject()
    for (name, text) in parameters.pairs {
      guard let field = endpoint.query.first(where: { $0.name == name }) else {
        throw AdministrationProblem(.badRequest, "There is no such parameter.", member: name)
      }
      guard let value = field.value(of: text) else {
        throw .invalid(name, "cannot be read")
      }
      try field.check(value)
      query[name] = value
    }
    return query
  }

  private static func body(
    _ request: ServedRequest, of endpoint: AdministrationEndpoint
  ) throws(AdministrationProblem) -> JSONObject {
    guard let fields = endpoint.body else {
      guard request.body.isEmpty else {
        throw AdministrationProblem(.badRequest, "Nothing is expected in the body.")
      }
      return [:]
    }
    let media = (request.head.headerFields[.contentType] ?? "").prefix { $0 != ";" }
    guard media.lowercased().trimmingCharacters(in: .whitespaces) == "application/json" else {
      throw AdministrationProblem(.unsupportedMediaType, "The body must be application/json.")
    }
    let json: JSONObject
    do throws(JOSEError) {
      json = try JSONObject(
        parsing: request.body, limits: JSONLimits(depth: 32, bytes: 1 << 20))
    } catch {
      throw AdministrationProblem(.badRequest, "The body cannot be read: \(error.reason)")
    }
    for (name, value) in json {
      guard let field = fields.first(where: { $0.name == name }) else {
        throw AdministrationProblem(.badRequest, "There is no such member.", member: name)
      }
      try field.check(value)
    }
    for field in fields where field.isRequired && json[field.name] == nil {
      throw .invalid(field.name, "is missing")
    }
    return json
  }
}
