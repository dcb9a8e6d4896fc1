// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckOAuth

/// A property list in Apple's binary format, as far as keyed archives use it.
///
/// No class is looked up or instantiated: the result is data only. Every offset is checked before it is
/// read, and the size of the list is limited.
struct BinaryPropertyList {
  /// A value of the list.
  indirect enum Value {
    case null
    case bool(Bool)
    case integer(Int)
    case real(Double)
    case date(Date)
    case data([UInt8])
    case text(String)
    /// A reference to another object of an archive.
    case reference(Int)
    case array([Value])
    case dictionary([String: Value])
  }

  private let bytes: [UInt8]
  private let places: [Int]
  private let referenceSize: Int
  private let top: Int

  /// The maximums of a list: its length in bytes, the number of its objects, and its depth.
  static let maximumLength = 1 << 20
  private static let maximumObjects = 65_536
  private static let maximumDepth = 16
  /// The maximum size of the values in bytes: the content of each object, and sixteen for the object
  /// itself.
  private static let maximumContent = 4 << 20

  /// Reads the table of a list.
  ///
  /// - Throws: `misused` naming `data`, when it is not such a list.
  init(_ bytes: [UInt8]) throws(OAuthError) {
    guard bytes.count <= Self.maximumLength, bytes.starts(with: Array("bplist00".utf8)),
      bytes.count >= 8 + 32
    else { throw Self.malformed }
    self.bytes = bytes
    // The last 32 bytes: the sizes of an offset and of a reference, the number of objects, the index of the
    // top object, and the offset of the offset table.
    let trailer = bytes.count - 32
    let placeSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    let count = try Self.integer(bytes, at: trailer + 8, size: 8)
    top = try Self.integer(bytes, at: trailer + 16, size: 8)
    let table = try Self.integer(bytes, at: trailer + 24, size: 8)
    guard (1...8).contains(placeSize), (1...8).contains(referenceSize),
      (1...Self.maximumObjects).contains(count), top < count, table >= 8,
      table <= trailer - count * placeSize
    else { throw Self.malformed }
    var places: [Int] = []
    for index in 0..<count {
      let place = try Self.integer(bytes, at: table + index * placeSize, size: placeSize)
      guard (8..<table).contains(place) else { throw Self.malformed }
      places.append(place)
    }
    self.places = places
  }

  /// The top object.
  ///
  /// - Throws: `misused` naming `data`, when it cannot be read.
  func value() throws(OAuthError) -> Value {
    var left = Self.maximumContent
    return try value(top, depth: 0, &left)
  }

  private func value(_ index: Int, depth: Int, _ left: inout Int) throws(OAuthError) -> Value {
    // One object may be referred to many times, so that the value is much larger than the list.
    left -= 16
    guard places.indices.contains(index), depth < Self.maximumDepth, left > 0 else {
      throw Self.malformed
    }
    let place = places[index]
    let (kind, low) = (bytes[place] >> 4, Int(bytes[place] & 0x0F))
    switch kind {
    case 0x0: return low == 8 ? .bool(false) : low == 9 ? .bool(true) : .null
    case 0x1 where low <= 4: return .integer(try number(place + 1, size: 1 << low))
    case 0x2 where low == 2 || low == 3: return .real(try real(place + 1, size: 1 << low))
    case 0x3 where low == 3:
      let seconds = try real(place + 1, size: 8)
      return .date(Date(timeIntervalSinceReferenceDate: seconds))
    case 0x8: return .reference(try number(place + 1, size: low + 1))
    case 0x4, 0x5, 0x6: return try run(kind, place, low, &left)
    case 0xA, 0xC, 0xD: return try collection(kind, place, low, depth, &left)
    default: throw Self.malformed
    }
  }

  /// Data, or a text with one or two bytes for each character.
  private func run(
    _ kind: UInt8, _ place: Int, _ low: Int, _ left: inout Int
  ) throws(OAuthError) -> Value {
    let (count, start) = try length(place, low)
    let content = try slice(start, count * (kind == 0x6 ? 2 : 1))
    left -= content.count
    guard left > 0 else { throw Self.malformed }
    switch kind {
    case 0x4: return .data(Array(content))
    case 0x5: return .text(String(decoding: content, as: UTF8.self))
    default:
      let units = stride(from: content.startIndex, to: content.endIndex, by: 2).map {
        UInt16(content[$0]) << 8 | UInt16(content[$0 + 1])
      }
      return .text(String(decoding: units, as: UTF16.self))
    }
  }

  private func collection(
    _ kind: UInt8, _ place: Int, _ low: Int, _ depth: Int, _ left: inout Int
  ) throws(OAuthError) -> Value {
    let (count, start) = try length(place, low)
    var values: [Value] = []
    for position in 0..<(kind == 0xD ? 2 * count : count) {
      let index = try number(start + position * referenceSize, size: referenceSize)
      values.append(try value(index, depth: depth + 1, &left))
    }
    guard kind == 0xD else { return .array(values) }
    var members: [String: Value] = [:]
    for (name, value) in zip(values.prefix(count), values.suffix(count)) {
      guard case .text(let name) = name else { throw Self.malformed }
      members[name] = value
    }
    return .dictionary(members)
  }

  /// The number of elements, and the offset of the first. A number from 15 on is stored as an integer
  /// object.
  private func length(_ place: Int, _ low: Int) throws(OAuthError) -> (count: Int, start: Int) {
    guard low == 0xF else { return (low, place + 1) }
    guard place + 1 < bytes.count, bytes[place + 1] >> 4 == 1 else { throw Self.malformed }
    let size = 1 << Int(bytes[place + 1] & 0x0F)
    let count = try number(place + 2, size: size)
    guard (0...Self.maximumLength).contains(count) else { throw Self.malformed }
    return (count, place + 2 + size)
  }

  private func slice(_ start: Int, _ count: Int) throws(OAuthError) -> ArraySlice<UInt8> {
    guard count >= 0, start >= 0, start <= bytes.count - count else { throw Self.malformed }
    return bytes[start..<start + count]
  }

  private func number(_ place: Int, size: Int) throws(OAuthError) -> Int {
    try Self.integer(bytes, at: place, size: size)
  }

  private func real(_ place: Int, size: Int) throws(OAuthError) -> Double {
    let bits = try slice(place, size).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let real =
      size == 4 ? Double(Float(bitPattern: UInt32(bits))) : Double(bitPattern: bits)
    guard real.isFinite else { throw Self.malformed }
    return real
  }

  /// A big-endian integer, which is signed if it has eight bytes or more.
  private static func integer(
    _ bytes: [UInt8], at place: Int, size: Int
  ) throws(OAuthError) -> Int {
    guard (1...16).contains(size), place >= 0, place <= bytes.count - size else { throw malformed }
    let digits = bytes[place..<place + size]
    // Of sixteen bytes only the last eight are used: a larger number is refused.
    guard digits.dropLast(8).allSatisfy({ $0 == 0 }) else { throw malformed }
    let bits = digits.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(Int64(bitPattern: bits))
  }

  static var malformed: OAuthError {
    .misused("data", "This is no archive of NXOAuth2Client.")
  }
}
