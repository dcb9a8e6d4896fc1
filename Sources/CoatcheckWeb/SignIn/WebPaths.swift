// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckOAuth

/// The paths of the sign-in.
enum WebRoute: Equatable {
  case login
  case callback(String)
  case initiate
  case logout
  case loggedOut
  case session
  case frontChannel(String)
  case backChannel(String)
  case connect(String)
  case disconnect(String)
}

/// Where the routes of the sign-in are in a website.
struct WebPaths: Sendable {
  let origin: String
  let prefix: String

  /// - Parameters:
  ///   - origin: The site's own origin: `https://photos.example`.
  ///   - prefix: The first part of the paths: `/auth`.
  /// - Throws: `misused` naming the argument.
  init(origin: String, prefix: String) throws(OAuthError) {
    let endpoint: Endpoint
    do {
      // Endpoint accepts http only on a loopback address.
      endpoint = try Endpoint(origin)
    } catch {
      throw .misused("origin", "The origin of the site is not https, nor http on this machine.")
    }
    guard origin.isExactly("\(endpoint.scheme)://\(endpoint.authority)") else {
      throw .misused("origin", "The origin of the site has a path, or a slash at its end.")
    }
    let isPath =
      prefix.utf8.first == 0x2F && prefix.utf8.count > 1 && prefix.utf8.last != 0x2F
      && ReturnPath.path(prefix).isExactly(prefix) && !prefix.utf8.contains(0x3F)
    guard isPath else {
      throw .misused("prefix", "The prefix is not a path such as /auth.")
    }
    self.origin = origin
    self.prefix = prefix
  }

  var isPlainLoopback: Bool { origin.hasPrefix("http://") }

  /// The route of a path with a query; nil when it is not one of the sign-in's.
  func route(of path: String?) -> WebRoute? {
    // Most requests of a site are for other routes.
    guard let path, path.utf8.starts(with: prefix.utf8) else { return nil }
    let rest = path.utf8.dropFirst(prefix.utf8.count).prefix { $0 != UInt8(ascii: "?") }
    guard rest.first == UInt8(ascii: "/") else { return nil }
    let parts = rest.dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
    ).map { String(Substring($0)) }
    switch (parts.first, parts.count) {
    case ("login", 1): return .login
    case ("callback", 2): return .callback(parts[1])
    case ("initiate", 1): return .initiate
    case ("logout", 1): return .logout
    case ("logged-out", 1): return .loggedOut
    case ("session", 1): return .session
    case ("front-channel", 2): return .frontChannel(parts[1])
    case ("back-channel", 2): return .backChannel(parts[1])
    case ("connect", 2): return .connect(parts[1])
    case ("disconnect", 2): return .disconnect(parts[1])
    default: return nil
    }
  }

  func callback(_ provider: String) -> String { "\(origin)\(prefix)/callback/\(provider)" }
  var loggedOut: String { "\(origin)\(prefix)/logged-out" }
  var logout: String { "\(prefix)/logout" }

  /// The path of the sign-in after which the user continues at `returnPath`.
  func login(
    to returnPath: String, at provider: String? = nil,
    for requirement: AuthenticationRequirement? = nil
  ) -> String {
    var query = Parameters()
    query["provider"] = provider
    query["return_to"] = returnPath
    query["acr"] = requirement.map { $0.acr.joined(separator: " ") }
    query["max_age"] = requirement?.maxAge.map { String(Int($0.seconds)) }
    return "\(prefix)/login?\(query.encoded)"
  }

  /// The path at which the user connects an account and then continues at `returnPath`.
  func connect(_ connection: String, to returnPath: String) -> String {
    let query: Parameters = ["return_to": returnPath]
    return "\(connect(connection))?\(query.encoded)"
  }

  func connect(_ connection: String) -> String { "\(prefix)/connect/\(connection)" }

  /// The path at which the user continues: one of this site, but not a route of the sign-in, which would be
  /// a loop.
  func returnPath(_ text: String?) -> String {
    let path = ReturnPath.path(text)
    guard !path.hasPrefix(prefix + "/"), !path.isExactly(prefix), !path.hasPrefix(prefix + "?")
    else {
      return "/"
    }
    // A site that has another sign-in would take a path with the parameters of a callback for a callback.
    if let mark = path.firstIndex(of: "?") {
      let names = (try? Parameters(decoding: path[path.index(after: mark)...]))?.names ?? []
      if names.contains("state"), names.contains("code") || names.contains("error") { return "/" }
    }
    return path
  }
}
