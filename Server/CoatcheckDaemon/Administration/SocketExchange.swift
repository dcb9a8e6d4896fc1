// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import HTTPTypes

/// One request over a Unix socket, on a connection of its own.
enum SocketExchange {
  static func send(_ request: ServedRequest, to path: String) throws -> ServedResponse {
    let connection = try UnixConnection(path: path)
    defer { connection.close() }
    var head = "\(request.head.method.rawValue) \(request.head.path ?? "/") HTTP/1.1\r\n"
    head += "host: localhost\r\nconnection: close\r\ncontent-length: \(request.body.count)\r\n"
    if let type = request.head.headerFields[.contentType] { head += "content-type: \(type)\r\n" }
    let answer = try connection.exchange(Data((head + "\r\n").utf8) + request.body)
    guard let end = answer.firstRange(of: Data("\r\n\r\n".utf8)),
      let line = String(decoding: answer[..<end.lowerBound], as: UTF8.self)
        .components(separatedBy: "\r\n").first?.split(separator: " "),
      line.count >= 2, line[0] == "HTTP/1.1", let status = Int(line[1])
    else {
      throw OAuthError.misused("admin-socket", "What answers there is no server of this program.")
    }
    // The connection ends with the body: its length need not be read.
    return ServedResponse(
      head: HTTPResponse(status: .init(code: status)), body: Data(answer[end.upperBound...]))
  }
}
