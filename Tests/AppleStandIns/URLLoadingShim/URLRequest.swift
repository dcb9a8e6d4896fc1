// SPDX-License-Identifier: Apache-2.0

import Foundation

// The types of Foundation's URL loading that the transport uses, with Apple's signatures. A module of
// Foundation on Linux has types with these names too, but they behave differently.

/// A request.
public struct URLRequest: Sendable {
  /// As in the framework: `url`.
  public var url: URL?
  /// As in the framework: `httpMethod`.
  public var httpMethod: String? = "GET"
  /// As in the framework: `httpBody`.
  public var httpBody: Data?
  /// As in the framework: `timeoutInterval`.
  public var timeoutInterval: TimeInterval = 60
  /// As in the framework: `allHTTPHeaderFields`.
  public private(set) var allHTTPHeaderFields: [String: String]? = [:]

  /// Makes one.
  public init(url: URL) { self.url = url }

  /// Adds a value; a field that is there already gets it after a comma.
  public mutating func addValue(_ value: String, forHTTPHeaderField field: String) {
    let old = self.value(forHTTPHeaderField: field)
    setValue(old.map { "\($0),\(value)" } ?? value, forHTTPHeaderField: field)
  }

  /// Sets a value.
  public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) {
    let name = allHTTPHeaderFields?.keys.first { $0.lowercased() == field.lowercased() } ?? field
    allHTTPHeaderFields?[name] = value
  }

  /// The value of a field.
  public func value(forHTTPHeaderField field: String) -> String? {
    allHTTPHeaderFields?.first { $0.key.lowercased() == field.lowercased() }?.value
  }
}

/// A response.
open class URLResponse: NSObject, @unchecked Sendable {
  /// As in the framework: `url`.
  public let url: URL?

  init(url: URL?) { self.url = url }
}

/// A response of HTTP.
open class HTTPURLResponse: URLResponse, @unchecked Sendable {
  /// As in the framework: `statusCode`.
  public let statusCode: Int
  /// The fields: one value for each name, and repeated fields as one line with commas.
  public let allHeaderFields: [AnyHashable: Any]

  init(url: URL?, statusCode: Int, fields: [(String, String)]) {
    self.statusCode = statusCode
    var joined: [String: String] = [:]
    for (name, value) in fields {
      let name = Self.canonical(name)
      joined[name] = joined[name].map { "\($0), \(value)" } ?? value
    }
    allHeaderFields = joined.reduce(into: [:]) { $0[$1.key] = $1.value }
    super.init(url: url)
  }

  /// The names lose the case that the server wrote.
  private static func canonical(_ name: String) -> String {
    if name.lowercased() == "www-authenticate" { return "Www-Authenticate" }
    return name.split(separator: "-").map(\.capitalized).joined(separator: "-")
  }
}

/// An error of URL loading.
public struct URLError: Error, Sendable {
  /// As in the framework: `Code`.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// As in the framework: `rawValue`.
    public let rawValue: Int
    /// Makes one.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// As in the framework: `cancelled`.
    public static let cancelled = Self(rawValue: -999)
    /// As in the framework: `timedOut`.
    public static let timedOut = Self(rawValue: -1001)
    /// As in the framework: `cannotConnectToHost`.
    public static let cannotConnectToHost = Self(rawValue: -1004)
    /// As in the framework: `networkConnectionLost`.
    public static let networkConnectionLost = Self(rawValue: -1005)
    /// As in the framework: `serverCertificateUntrusted`.
    public static let serverCertificateUntrusted = Self(rawValue: -1202)
  }

  /// As in the framework: `code`.
  public let code: Code
  /// Makes one.
  public init(_ code: Code) { self.code = code }
}
