// SPDX-License-Identifier: Apache-2.0
import CoatcheckOCLC
import TestKit

/// A second implementation of the algorithm, with Foundation's strings and without optimisation.
struct NaiveWSKey {
  let key: String
  let secret: String
  let time: Int
  let nonce: String

  func signature(of request: HTTPRequest) -> String {
    var text = key + "\n" + String(time) + "\n" + nonce + "\n" + "\n"
    text += request.method.rawValue + "\n" + "www.oclc.org\n" + "443\n" + "/wskey\n"
    for line in lines(of: request.path ?? "") { text += line + "\n" }
    let code = HMAC<SHA256>.authenticationCode(
      for: Data(text.utf8), using: SymmetricKey(data: Data(secret.utf8)))
    return Data(code).base64EncodedString()
  }

  private func lines(of path: String) -> [String] {
    guard let mark = path.range(of: "?") else { return [] }
    let query = path[mark.upperBound...].components(separatedBy: "&")
    var pairs: [[String]] = []
    for piece in query where piece != "" {
      var halves = piece.components(separatedBy: "=")
      let name = halves.removeFirst()
      pairs.append([name, halves.joined(separator: "=")].map(again))
    }
    pairs.sort { one, other in
      one[0] == other[0]
        ? one[1].compare(other[1], options: .literal) == .orderedAscending
        : one[0].compare(other[0], options: .literal) == .orderedAscending
    }
    return pairs.map { $0.joined(separator: "=") }
  }

  /// A text of a query in normal form: decoded, and encoded again.
  private func again(_ text: String) -> String {
    let plain = text.replacingOccurrences(of: "+", with: "%20").removingPercentEncoding ?? "?"
    return plain.addingPercentEncoding(
      withAllowedCharacters: CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")) ?? "?"
  }
}
