// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// The cookies of a scripted browser, by host. The part of
/// [RFC 6265](https://www.rfc-editor.org/rfc/rfc6265) for sign-in pages: name, value, removal.
public final class CookieJar: Sendable {
  private let cookies = Mutex<[String: [(name: String, value: String)]]>([:])

  /// Creates an empty jar.
  public init() {}

  /// Stores the cookies of a response; `Max-Age=0` removes one. Other attributes are ignored.
  ///
  /// - Parameters:
  ///   - settings: The values of the `Set-Cookie` fields.
  ///   - host: The host that sent the response, without a port.
  public func store(_ settings: [String], host: String) {
    for setting in settings {
      let parts = setting.split(separator: ";").map { trimmed($0) }
      guard let pair = parts.first, let equals = pair.firstIndex(of: "=") else { continue }
      let name = String(pair[..<equals])
      let value = String(pair[pair.index(after: equals)...])
      let expired = parts.dropFirst().contains { $0.lowercased() == "max-age=0" }
      set(name, to: expired ? nil : value, host: host)
    }
  }

  /// Sets or removes one cookie.
  ///
  /// - Parameters:
  ///   - name: The name of the cookie.
  ///   - value: Its value; nil removes the cookie.
  ///   - host: The host that it is sent to, without a port.
  public func set(_ name: String, to value: String?, host: String) {
    cookies.withLock { cookies in
      cookies[host, default: []].removeAll { $0.name == name }
      if let value { cookies[host, default: []].append((name, value)) }
    }
  }

  /// The value of the `Cookie` field for a request; nil if the host has no cookies.
  ///
  /// - Parameter host: The host of the request, without a port.
  public func header(host: String) -> String? {
    let pairs = cookies.withLock { $0[host] ?? [] }
    return pairs.isEmpty ? nil : pairs.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
  }

  /// The names of the cookies of a host.
  ///
  /// - Parameter host: The host, without a port.
  public func names(host: String) -> [String] { cookies.withLock { ($0[host] ?? []).map(\.name) } }

  /// The value of one cookie; nil if the host has no cookie with the name.
  ///
  /// - Parameters:
  ///   - name: The name of the cookie.
  ///   - host: The host, without a port.
  public func value(_ name: String, host: String) -> String? {
    cookies.withLock { $0[host]?.first { $0.name == name }?.value }
  }

  private func trimmed(_ text: Substring) -> String {
    text.split(separator: " ").joined(separator: " ")
  }
}
