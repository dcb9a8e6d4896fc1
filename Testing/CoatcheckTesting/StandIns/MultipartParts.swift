// SPDX-License-Identifier: Apache-2.0
package import Foundation

/// The parts of a `multipart/form-data` body, read strictly: RFC 7578, RFC 2046 §5.1.
package struct MultipartParts {
  /// One part, with the values of its header fields.
  package struct Part {
    package let name: String
    package let filename: String?
    package let type: String?
    package let encoding: String?
    package let content: Data
  }

  private struct Malformed: Error {}

  /// The parts, in order.
  package private(set) var parts: [Part] = []

  /// Reads a body.
  ///
  /// - Parameters:
  ///   - body: The body.
  ///   - type: The `Content-Type` of the request, with the boundary.
  package init(_ body: Data, type: String) throws {
    guard let mark = type.firstRange(of: "boundary=") else { throw Malformed() }
    let boundary = type[mark.upperBound...].prefix { $0 != ";" }
      .trimmingCharacters(in: CharacterSet(charactersIn: "\""))
    guard !boundary.isEmpty, boundary.utf8.count <= 70 else { throw Malformed() }
    let dash = Data("--\(boundary)".utf8)
    guard body.starts(with: dash) else { throw Malformed() }
    var position = body.startIndex + dash.count
    let separator = Data("\r\n".utf8) + dash
    while true {
      let rest = body[position...]
      if rest.starts(with: Data("--".utf8)) {
        guard rest.dropFirst(2).elementsEqual(Data("\r\n".utf8)) || rest.count == 2 else {
          throw Malformed()
        }
        return
      }
      guard rest.starts(with: Data("\r\n".utf8)),
        let end = body.range(of: separator, in: (position + 2)..<body.endIndex)
      else { throw Malformed() }
      parts.append(try Self.part(body[(position + 2)..<end.lowerBound]))
      position = end.upperBound
    }
  }

  private static func part(_ bytes: Data) throws -> Part {
    guard let blank = bytes.range(of: Data("\r\n\r\n".utf8)),
      let head = String(validating: bytes[..<blank.lowerBound], as: UTF8.self)
    else { throw Malformed() }
    var fields: [String: String] = [:]
    for line in head.components(separatedBy: "\r\n") {
      let halves = line.split(separator: ":", maxSplits: 1)
      guard halves.count == 2 else { throw Malformed() }
      fields[halves[0].lowercased()] = halves[1].trimmingCharacters(in: .whitespaces)
    }
    guard let disposition = fields["content-disposition"], disposition.hasPrefix("form-data;"),
      let name = parameter("name", of: disposition)
    else { throw Malformed() }
    return Part(
      name: name, filename: parameter("filename", of: disposition), type: fields["content-type"],
      encoding: fields["content-transfer-encoding"], content: Data(bytes[blank.upperBound...]))
  }

  private static func parameter(_ name: String, of field: String) -> String? {
    guard let start = field.firstRange(of: " \(name)=\"") else { return nil }
    let rest = field[start.upperBound...]
    return rest.firstIndex(of: "\"").map { String(rest[..<$0]) }
  }
}
