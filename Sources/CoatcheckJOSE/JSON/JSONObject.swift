// SPDX-License-Identifier: Apache-2.0

/// A JSON object: unique names, in the order they were written or added.
///
/// Names are compared byte by byte. Two objects are equal when they have the same members, in
/// whatever order.
///
/// Spec: [RFC 8259 §4](https://www.rfc-editor.org/rfc/rfc8259#section-4)
public struct JSONObject: Sendable {
  struct Member: Sendable {
    let name: String
    var value: JSONValue
  }

  var members: [Member]

  /// An empty object.
  public init() {
    members = []
  }

  /// An object of the given members; of two with one name the last counts.
  init(_ elements: [(String, JSONValue)]) {
    members = []
    for (name, value) in elements { self[name] = value }
  }

  /// Members whose names are known to be unique.
  init(unique members: [Member]) {
    self.members = members
  }

  /// Reads a strict JSON text whose value is an object.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8 without a byte order mark; nothing but white space may follow the object.
  ///   - limits: The greatest depth and length.
  /// - Throws: ``JOSEError`` with `malformedJSON` (also when the value is no object),
  ///   `duplicateMember`, `tooDeep` or `tooLarge`; no part of the text may be used.
  public init(
    parsing bytes: some Collection<UInt8>, limits: JSONLimits = .standard
  ) throws(JOSEError) {
    guard case .object(let object) = try JSONReader.read(bytes, limits: limits) else {
      throw JOSEError(.malformedJSON, "a JSON object was expected")
    }
    self = object
  }

  /// The value of a member; setting `nil` removes the member, setting a new name appends it.
  public subscript(name: String) -> JSONValue? {
    get {
      // By index: a loop over the members themselves would copy each of them.
      for index in members.indices where isSame(members[index].name, name) {
        return members[index].value
      }
      return nil
    }
    set {
      let index = members.firstIndex { isSame($0.name, name) }
      switch (index, newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(name: name, value: value))
      case (nil, nil): break
      }
    }
  }

  /// The names, in order.
  public var names: [String] {
    members.map(\.name)
  }

  /// Whether there is no member.
  public var isEmpty: Bool {
    members.isEmpty
  }

  /// How many members there are.
  public var count: Int {
    members.count
  }

  /// The object as UTF-8 text: order kept, no white space.
  public func serialized() -> [UInt8] {
    var writer = JSONWriter()
    writer.write(self)
    return writer.bytes
  }
}

extension JSONObject: Sequence {
  /// Walks the members in order.
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
  /// An object; of two members with one name the last counts.
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
