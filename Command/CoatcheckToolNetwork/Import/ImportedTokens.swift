// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckCommand
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

/// The tokens that `coatcheck import` is given. None of them is ever an argument, since every user of
/// the machine can read those.
struct ImportedTokens: ParsableArguments, Sendable {
  @Option(
    help: ArgumentHelp("The file with the token; without it, standard input.", valueName: "file"))
  var file: String?

  @Flag(help: "The input is the JSON response of a token endpoint.")
  var jsonReply = false

  @Option(
    help: ArgumentHelp(
      "A file that holds the refresh token on one line; - is standard input.", valueName: "file"))
  var refreshTokenFile: String?

  @Option(
    help: ArgumentHelp("The lifetime of the access token, from now on.", valueName: "seconds"))
  var expiresIn: Int?

  @Option(
    help: ArgumentHelp(
      "When the access token expires: 2030-01-31T12:00:00Z, or seconds since 1970.",
      valueName: "time"))
  var expiresAt: String?

  @Flag(help: "The access token does not expire.")
  var neverExpires = false

  @Option(
    help: ArgumentHelp(
      "A scope of the token; may be given several times.", valueName: "scope"))
  var scope: [String] = []

  func validate() throws {
    let ends = [expiresIn != nil, expiresAt != nil, neverExpires]
    guard ends.filter({ $0 }).count <= 1 else {
      throw ValidationError("give one of --expires-in, --expires-at and --never-expires")
    }
    guard expiresIn ?? 0 >= 0 else { throw ValidationError("--expires-in is not negative") }
    guard expiresAt == nil || Self.date(expiresAt ?? "") != nil else {
      throw ValidationError("--expires-at takes 2030-01-31T12:00:00Z or seconds since 1970")
    }
    guard !jsonReply || refreshTokenFile == nil else {
      throw ValidationError("with --json-reply, the reply holds the refresh token")
    }
    let readers = [file ?? "-", refreshTokenFile].filter { $0 == "-" }
    guard readers.count <= 1 else {
      throw ValidationError("standard input can hold one token only; give --file FILE")
    }
  }

  /// Reads the tokens.
  ///
  /// - Throws: A usage failure if a file cannot be read; `unreadable` if what is in it is no token.
  func grant(now: Date) throws -> TokenGrant {
    let source = file == "-" ? nil : file
    var json: JSONObject
    if jsonReply {
      json = try JSONObject(parsing: StandardInput.bytes(file: source, limit: 64 * 1024))
    } else {
      json = ["access_token": .string(try StandardInput.line(file: source, named: "access token"))]
      if let refreshTokenFile {
        json["refresh_token"] = .string(
          try StandardInput.line(
            file: refreshTokenFile == "-" ? nil : refreshTokenFile, named: "refresh token"))
      }
    }
    var grant = try TokenGrant(json: json, receivedAt: now, defaultTokenType: "Bearer")
    if let expiresIn { grant.expiry = .at(now.addingTimeInterval(Double(expiresIn))) }
    if let end = expiresAt.flatMap(Self.date) { grant.expiry = .at(end) }
    if neverExpires { grant.expiry = .never }
    if !scope.isEmpty { grant.scopes = scope.flatMap { Scope.list($0) } }
    // The ID token is discarded: it belongs to a sign-in that is not known here, so it cannot be verified.
    grant.idToken = nil
    return grant
  }

  /// The instant in an argument: a date with a time zone, or seconds since 1970.
  static func date(_ text: String) -> Date? {
    if let seconds = Int(text) {
      return (0..<100_000_000_000).contains(seconds)
        ? Date(timeIntervalSince1970: Double(seconds)) : nil
    }
    return try? Date(text, strategy: .iso8601)
  }
}
