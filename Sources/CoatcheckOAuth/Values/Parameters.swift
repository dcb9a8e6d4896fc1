// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE

/// The parameters of a request or a response, in order, each name once.
///
/// They are read strictly: [RFC 6749 §3.1](https://www.rfc-editor.org/rfc/rfc6749#section-3.1) forbids
/// repeated parameters, and has empty ones treated as if they had been omitted. Later specifications
/// allow a few parameters to be repeated: those have to be named when the text is read. Since parameters
/// may hold codes and secrets, printing them shows the names only.
public struct Parameters: Sendable {
  /// Names and values in order; no value is empty.
  public private(set) var pairs: [(name: String, value: String)] = []

  /// Creates parameters from names and values.
  ///
  /// - Parameter pairs: Names and values, not encoded, in order. Of a repeated name the last value stays,
  ///   at the place of the first; a name whose last value is empty is left out.
  public init(_ pairs: [(String, String)] = []) {
    for (name, value) in pairs { self[name] = value }
  }

  /// Reads a query or a form body.
  ///
  /// - Parameter text: The encoded text, `application/x-www-form-urlencoded`; of a query without the `?`.
  /// - Throws: `refused`, ``OAuthError/Code/invalidRequest``: naming the parameter, when a name is
  ///   repeated or its value is not well encoded UTF-8 without NUL; naming none, when a name itself is
  ///   not well encoded.
  public init(decoding text: some StringProtocol) throws(OAuthError) {
    try self.init(bytes: Array(text.utf8))
  }

  /// Reads the query of a configured address.
  ///
  /// - Throws: `misused` naming the argument that contains the address.
  init(ownQuery text: (some StringProtocol)?, of argument: String) throws(OAuthError) {
    do throws(OAuthError) {
      try self.init(bytes: text.map { Array($0.utf8) } ?? [])
    } catch {
      throw .misused(argument, "The query of the address is malformed. \(error.reason)")
    }
  }

  /// Reads a form body as it was received.
  ///
  /// - Parameters:
  ///   - bytes: The encoded form, `application/x-www-form-urlencoded`.
  ///   - repeatable: The names that may be given more than once; ``values(of:)`` returns all of their
  ///     values.
  /// - Throws: As ``init(decoding:)``.
  public init(
    bytes: some Collection<UInt8>, repeatable: Set<String> = []
  ) throws(OAuthError) {
    var seen: Set<String> = []
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let end = WordScan.firstIndex(of: 0x26, in: rest) ?? rest.endIndex
      let pair = rest[..<end]
      rest = rest[end...].dropFirst()
      if pair.isEmpty { continue }
      let equals = WordScan.firstIndex(of: 0x3D, in: pair) ?? end
      guard let name = FormEncoding.decode(pair[..<equals]) else {
        throw .refused(.invalidRequest, "The name of a parameter is not well encoded.")
      }
      guard let value = FormEncoding.decode(pair[equals...].dropFirst()) else {
        throw .refused(
          .invalidRequest, "The value of a parameter is not well encoded.", parameter: name)
      }
      // "Request and response parameters MUST NOT be included more than once."
      guard seen.insert(name).inserted || repeatable.contains(name) else {
        throw .refused(.invalidRequest, "A parameter is given twice.", parameter: name)
      }
      // "Parameters sent without a value MUST be treated as if they were omitted from the request."
      if !value.isEmpty { pairs.append((name, value)) }
    }
  }

  /// All values of a parameter that may be repeated, in order.
  ///
  /// - Parameter name: The name of the parameter. When it is absent, the result is empty.
  public func values(of name: String) -> [String] {
    pairs.filter { $0.name == name }.map(\.value)
  }

  /// Adds values of a parameter that may be repeated, after those that are present.
  ///
  /// - Parameters:
  ///   - values: The values, not encoded, in order. Empty ones are dropped.
  ///   - name: The name of the parameter.
  public mutating func append(_ values: [String], to name: String) {
    for value in values where !value.isEmpty { pairs.append((name, value)) }
  }

  /// The value of a parameter, the first of a repeated one; nil when it is absent. Setting a value
  /// replaces all values of that name, and nil or an empty text removes them.
  public subscript(name: String) -> String? {
    get { pairs.first { $0.name == name }?.value }
    set {
      let value = newValue.flatMap { $0.isEmpty ? nil : $0 }
      let index = pairs.firstIndex { $0.name == name }
      if let index { pairs[(index + 1)...].removeAll { $0.name == name } }
      switch (index, value) {
      case (let index?, let value?): pairs[index].value = value
      case (let index?, nil): pairs.remove(at: index)
      case (nil, let value?): pairs.append((name, value))
      case (nil, nil): break
      }
    }
  }

  /// The names in order.
  public var names: [String] { pairs.map(\.name) }

  /// Whether the list is empty.
  public var isEmpty: Bool { pairs.isEmpty }

  /// The parameters as `application/x-www-form-urlencoded`, for a query or a body.
  ///
  /// [RFC 6749 appendix B](https://www.rfc-editor.org/rfc/rfc6749#appendix-B).
  public var encoded: String {
    pairs.map { "\(FormEncoding.encode($0.name))=\(FormEncoding.encode($0.value))" }
      .joined(separator: "&")
  }

  /// The parameters whose names are not in the set.
  func without(_ names: Set<String>) -> Parameters {
    var rest = self
    rest.pairs.removeAll { names.contains($0.name) }
    return rest
  }

  /// Adds additional parameters.
  ///
  /// - Throws: `misused` naming the parameter that is present already or reserved.
  mutating func add(_ extra: Parameters, reserved: Set<String> = []) throws(OAuthError) {
    let own = Set(names)
    for (name, value) in extra.pairs {
      guard !own.contains(name), !reserved.contains(name) else {
        throw .misused(
          name, "This parameter is set by the protocol and cannot be given as an extra.")
      }
      pairs.append((name, value))
    }
  }
}

extension Parameters: Hashable, ExpressibleByDictionaryLiteral {
  /// Creates parameters in the order of the literal. Of a repeated name the last value stays; a name
  /// whose last value is empty is left out.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(elements)
  }

  /// Whether both hold the same bytes in the same order.
  public static func == (one: Parameters, other: Parameters) -> Bool {
    one.pairs.elementsEqual(other.pairs) {
      $0.name.isExactly($1.name) && $0.value.isExactly($1.value)
    }
  }

  /// Hashes the names and values in order.
  public func hash(into hasher: inout Hasher) {
    for (name, value) in pairs {
      hasher.combine(name)
      hasher.combine(value)
    }
  }
}

extension Parameters: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The names.
  public var description: String { "Parameters(\(names.joined(separator: ", ")))" }
  /// The names.
  public var debugDescription: String { description }
  /// The names.
  public var customMirror: Mirror { Mirror(self, children: ["names": names]) }
}
