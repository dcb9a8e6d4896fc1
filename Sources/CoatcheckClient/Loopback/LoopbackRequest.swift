// SPDX-License-Identifier: Apache-2.0

/// The parts of a browser's request that are read: the request line and the host.
struct LoopbackRequest: Sendable {
  /// The maximum length of a head, in bytes.
  static let maximumLength = 16 << 10

  let method: String
  let target: String
  let host: String?

  /// The path without the query.
  var path: Substring { target.prefix { $0 != "?" } }
  /// What follows the question mark.
  var query: Substring { target.dropFirst(path.count + 1) }

  /// The result of reading the bytes that were received so far.
  enum Progress {
    case needsMore
    case malformed
    case complete(LoopbackRequest)
  }

  /// Reads the head of a request. A body is not read: no request that counts has one.
  static func read(_ bytes: [UInt8]) -> Progress {
    guard let end = endOfHead(bytes) else {
      return bytes.count < maximumLength ? .needsMore : .malformed
    }
    guard end <= maximumLength, let text = String(validating: bytes[..<end], as: UTF8.self) else {
      return .malformed
    }
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2].hasPrefix("HTTP/1."), words[1].hasPrefix("/"),
      words[1].utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return .malformed }
    let hosts = lines.dropFirst().compactMap { line -> String? in
      let halves = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard halves.count == 2, halves[0].lowercased() == "host" else { return nil }
      return String(halves[1].drop { $0 == " " })
    }
    guard hosts.count <= 1 else { return .malformed }
    return .complete(
      LoopbackRequest(method: String(words[0]), target: String(words[1]), host: hosts.first))
  }

  private static func endOfHead(_ bytes: [UInt8]) -> Int? {
    guard bytes.count >= 4 else { return nil }
    return (0...(bytes.count - 4)).first { bytes[$0..<($0 + 4)].elementsEqual([13, 10, 13, 10]) }
  }
}
