// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE

/// The parameters of a request or a response, in order, each name once.
///
/// They are read strictly: [RFC 6749 §3.1](https://www.rfc-editor.org/rfc/rfc6749#section-3.1)
/// forbids repeated parameters, and has empty ones treated as if they had been omitted. The few which later
/// specifications let be repeated are named by the reader. Since they
/// may hold codes and secrets, printing them shows the names only.
public struct Parameters: Sendable {
  /// Names and values in order; no value is empty.
  public private(set) var pairs: [(name: String, value: String)] = []

  /// Parameters from names and values; of a repeated name the last value stays, empty values are
  /// dropped.
  public init(_ pairs: [(String, String)] = []) {
    for (name, value) in pairs { self[name] = value }
  }

  /// Reads a query or a form body.
  ///
  /// - Throws: `refused`, ``OAuthError/Code/invalidRequest`` naming the parameter, when a name is
  ///   repeated or its value is not well encoded UTF-8 without NUL.
  public init(decoding text: some StringProtocol) throws(OAuthError) {
    try self.init(bytes: Array(text.utf8))
  }

  /// Reads a form body as it came.
  ///
  /// - Parameters:
  ///   - bytes: The form.
  ///   - repeatable: The names that may be given more than once: ``values(of:)`` has all of their values.
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
  public func values(of name: String) -> [String] {
    pairs.filter { $0.name == name }.map(\.value)
  }

  /// Adds values of a parameter that may be repeated, besides those it has. Empty ones are dropped.
  public mutating func append(_ values: [String], to name: String) {
    for value in values where !value.isEmpty { pairs.append((name, value)) }
  }

  /// The value of a parameter, the first of a repeated one; nil when it is absent. Setting it leaves that
  /// value alone, and nil or an empty text removes it.
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

  /// `application/x-www-form-urlencoded`, for a query or a body.
  public var encoded: String {
    pairs.map { "\(FormEncoding.encode($0.name))=\(FormEncoding.encode($0.value))" }
      .joined(separator: "&")
  }

  /// Those whose names are not in the list.
  func without(_ names: Set<String>) -> Parameters {
    var rest = self
    rest.pairs.removeAll { names.contains($0.name) }
    return rest
  }

  /// Adds all of `extra`.
  ///
  /// - Throws: `misused` naming the parameter, when one is there already or is reserved.
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
  /// Parameters in the order of the literal.
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
