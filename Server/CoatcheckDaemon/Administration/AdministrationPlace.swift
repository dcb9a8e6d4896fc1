// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckAccounts
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import Glibc
import HTTPTypes

/// What an administration command works on: the running server, through its socket, or else the database.
struct AdministrationPlace: ParsableArguments {
  @Option(help: "The SQLite file, or postgresql://… without a password.")
  var database: String

  @Option(help: "The Unix socket of the running server. (default: DATABASE.admin)")
  var adminSocket: String?

  @Flag(help: "Print JSON, one object a line.")
  var json = false

  func validate() throws {
    try DatabasePlace.checkNoPassword(database, in: "--database")
  }

  /// Runs a command, and prints its error.
  func use(_ body: (AdministrationLine) async throws -> Void) async throws {
    do {
      try await connected(body)
    } catch let error as ExitCode {
      throw error
    } catch {
      Standard.error("error: \(TerminalText.line(Standard.sentence(of: error)))")
      throw ExitCode.failure
    }
  }

  private func connected(_ body: (AdministrationLine) async throws -> Void) async throws {
    let place = DatabasePlace(database)
    if let path = adminSocket ?? place.adminSocket, let connection = try? UnixConnection(path: path)
    {
      connection.close()
      return try await body(.socket(path: path))
    }
    if let adminSocket {
      throw OAuthError.misused("admin-socket", "No server answers at \(adminSocket).")
    }
    // Only `import` may create a database.
    try place.checkExists()
    let opened = try await place.open()
    do {
      let environment = RuntimeEnvironment.live
      try await body(
        .database(
          Administration(
            store: opened.store, passwords: PasswordHasher(random: environment.random),
            environment: environment)))
    } catch {
      try? await opened.close()
      throw error
    }
    try await opened.close()
  }
}

/// The connection to the administration API. Both cases take the same HTTP requests.
enum AdministrationLine {
  /// The socket of a server.
  case socket(path: String)
  /// A database that this process has opened.
  case database(Administration)

  /// Sends a request.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - segments: The path under `/admin`, of which each segment is encoded here.
  ///   - query: The parameters.
  ///   - body: The members of the body; nil for none.
  /// - Returns: The object in the answer; nil when it has none.
  /// - Throws: ``AdministrationRefusal`` when it is refused.
  @discardableResult
  func send(
    _ method: HTTPRequest.Method, _ segments: [String], query: Parameters = Parameters(),
    body: JSONObject? = nil
  ) async throws -> JSONObject? {
    let path =
      "/admin/" + segments.map(Self.encoded).joined(separator: "/")
      + (query.isEmpty ? "" : "?" + query.encoded)
    var head = HTTPRequest(method: method, scheme: "http", authority: "localhost", path: path)
    if body != nil { head.headerFields[.contentType] = "application/json" }
    let request = ServedRequest(
      head: head, body: Data(body?.serialized() ?? []), source: SourceAddress(nil))
    let response: ServedResponse =
      switch self {
      case .socket(let path): try SocketExchange.send(request, to: path)
      case .database(let office): await office.respond(to: request, by: .uid(getuid()), from: nil)
      }
    let json = try? JSONObject(
      parsing: Array(response.body), limits: JSONLimits(depth: 64, bytes: 64 << 20))
    guard response.head.status.kind == .successful else {
      throw AdministrationRefusal(
        status: response.head.status.code,
        reason: json?["detail"]?.stringValue ?? "The server answered \(response.head.status).")
    }
    return json
  }

  /// Requests a list page by page, until the last page or the maximum number of entries.
  func list(
    _ segments: [String], query: Parameters = Parameters(), limit: Int? = nil, pageSize: Int? = 200,
    each: (JSONObject) throws -> Void
  ) async throws {
    var left = limit ?? .max
    var after: String?
    repeat {
      var page = query
      page["limit"] = pageSize.map { "\(min(left, $0))" }
      page["after"] = after
      let answer = try await send(.get, segments, query: page) ?? [:]
      for item in answer["items"]?.arrayValue?.compactMap(\.objectValue) ?? [] {
        try each(item)
        left -= 1
      }
      after = answer["next"]?.stringValue
    } while after != nil && left > 0
  }

  /// The identifier of a user who is named by user name or by identifier.
  func user(_ text: String) async throws -> String {
    let found = try? await send(.get, ["users"], query: ["username": text])
    return found?["items"]?.arrayValue?.first?.objectValue?["id"]?.stringValue ?? text
  }

  private static func encoded(_ segment: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = []
    for byte in segment.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: text.append(byte)
      default: text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

/// Why administration was refused.
struct AdministrationRefusal: Error, CustomStringConvertible {
  let status: Int
  let reason: String

  var description: String { reason }
}
