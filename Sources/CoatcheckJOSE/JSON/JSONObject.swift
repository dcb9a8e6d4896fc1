// SPDX-License-Identifier: Apache-2.0

/// A JSON object: members with unique names, in the order in which they were written or added.
///
/// Names are compared byte by byte. Two objects are equal when they have the same members, in any order. An
/// object that was read keeps its text until it is changed.
///
/// [RFC 8259 §4](https://www.rfc-editor.org/rfc/rfc8259#section-4)
public struct JSONObject: Sendable {
  struct Member: Sendable {
    let name: String
    var value: JSONValue
  }

  private enum Storage: Sendable {
    case members([Member])
    /// An object that was read: the text, and the index of the object in it.
    case text(JSONText, Int)
  }

  private var storage: Storage

  /// Creates an empty object.
  public init() {
    storage = .members([])
  }

  /// Creates an object from members. Of two members with the same name, the last is kept.
  init(_ elements: [(String, JSONValue)]) {
    storage = .members([])
    for (name, value) in elements { self[name] = value }
  }

  /// The object at an index of a text.
  init(_ text: JSONText, at index: Int) {
    storage = .text(text, index)
  }

  /// Reads a JSON text whose value is an object, strictly.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8 without a byte order mark; only white space may follow the object.
  ///   - limits: The maximum nesting and length.
  /// - Throws: ``JOSEError`` with `malformedJSON` (also when the value is not an object),
  ///   `duplicateMember`, `tooDeep` or `tooLarge`; no part of the text may be used.
  public init(
    parsing bytes: some Collection<UInt8>, limits: JSONLimits = .standard
  ) throws(JOSEError) {
    guard case .object(let object) = try JSONReader.read(bytes, limits: limits) else {
      throw JOSEError(.malformedJSON, "a JSON object was expected")
    }
    self = object
  }

  /// The members, in order. If the object is still a text, they are created by each call.
  var members: [Member] {
    switch storage {
    case .members(let members): members
    case .text(let text, let index):
      text.children(of: index).map { child in
        Member(name: text.name(at: child), value: text.value(at: child))
      }
    }
  }

  /// The value of a member; `nil` if there is no member with the name. Setting `nil` removes the member,
  /// setting a new name appends it.
  public subscript(name: String) -> JSONValue? {
    get {
      switch storage {
      case .members(let members):
        // A loop over the indices, since a loop over the members would copy each of them.
        for index in members.indices where isSame(members[index].name, name) {
          return members[index].value
        }
        return nil
      case .text(let text, let index):
        guard let child = text.member(name, of: index) else { return nil }
        return text.value(at: child)
      }
    }
    set {
      if newValue == nil, !contains(name) { return }
      var members = members
      // Without this, `storage` would still refer to the list, and the change would copy it.
      storage = .members([])
      let index = members.firstIndex { isSame($0.name, name) }
      switch (index, newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(name: name, value: value))
      case (nil, nil): break
      }
      storage = .members(members)
    }
  }

  private func contains(_ name: String) -> Bool {
    switch storage {
    case .members(let members): members.contains { isSame($0.name, name) }
    case .text(let text, let index): text.member(name, of: index) != nil
    }
  }

  /// The names of the members, in order.
  public var names: [String] {
    switch storage {
    case .members(let members): members.map(\.name)
    case .text(let text, let index): text.children(of: index).map(text.name(at:))
    }
  }

  /// The number of the line in the source text on which a member is, from 1.
  ///
  /// - Parameter name: The name of the member. If no member has it, the line of the first member is
  ///   returned.
  /// - Returns: Nil if the object is empty, was not read from a text, or was changed.
  package func line(of name: String) -> Int? {
    guard case .text(let text, let index) = storage else { return nil }
    return (text.member(name, of: index) ?? text.children(of: index).first).map(text.line(at:))
  }

  /// Whether there is no member.
  public var isEmpty: Bool {
    count == 0
  }

  /// The number of members.
  public var count: Int {
    switch storage {
    case .members(let members): members.count
    case .text(let text, let index): text.count(at: index)
    }
  }

  /// The object as JSON text in UTF-8: the order is kept, without white space.
  public func serialized() -> [UInt8] {
    var writer = JSONWriter()
    writer.write(self)
    return writer.bytes
  }
}

extension JSONObject: Sequence {
  /// Iterates over the members in order.
  public struct Iterator: IteratorProtocol {
    private var members: IndexingIterator<[Member]>

    init(_ members: [Member]) {
      self.members = members.makeIterator()
    }

    /// The next member, `nil` at the end.
    public mutating func next() -> (name: String, value: JSONValue)? {
      members.next().map { ($0.name, $0.value) }
    }
  }

  /// An iterator over the members, in order.
  public func makeIterator() -> Iterator {
    Iterator(members)
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Creates an object; of two members with the same name the last one is kept.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(elements)
  }
}

extension JSONObject: Hashable {
  /// Whether both have the same members, in any order.
  public static func == (one: JSONObject, other: JSONObject) -> Bool {
    guard one.count == other.count else { return false }
    let values = Dictionary(
      uniqueKeysWithValues: other.members.map { (ExactName($0.name), $0.value) })
    return one.members.allSatisfy { values[ExactName($0.name)] == $0.value }
  }

  /// Hashes the members, whatever their order.
  public func hash(into hasher: inout Hasher) {
    var sum = 0
    for member in members {
      var one = Hasher()
      one.combine(ExactName(member.name))
      one.combine(member.value)
      sum ^= one.finalize()
    }
    hasher.combine(sum)
    hasher.combine(count)
  }
}
