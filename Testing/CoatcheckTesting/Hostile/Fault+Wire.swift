// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckServer
import Foundation
import HTTPTypes

/// Faults of the HTTP response, at a given endpoint. After any of these the client must end within its
/// deadline and limits, with an error that contains neither the body nor a secret, and without a session.
extension Fault {
  /// The response arrives one byte at a time and never ends.
  public static func slowLoris(at place: HostileProvider.Place = .token) -> Fault {
    wire(place) { answer, _ in
      .pieces(answer.head, length: nil) {
        try await Task.sleep(for: .milliseconds(100))
        return [0x20]
      }
    }
  }
  /// The body has no end.
  public static func hugeBody(at place: HostileProvider.Place = .token) -> Fault {
    wire(place) { answer, _ in
      .pieces(answer.head, length: nil) { [UInt8](repeating: 0x20, count: 64 << 10) }
    }
  }
  /// The body is compressed, has no end, and a kilobyte of it expands to a megabyte.
  public static func compressedBomb(at place: HostileProvider.Place = .token) -> Fault {
    wire(place) { answer, _ in
      var head = answer.head
      head.headerFields[.contentEncoding] = "gzip"
      let pieces = BombPieces()
      return .pieces(head, length: nil) { pieces.next() }
    }
  }
  /// The response is a redirect to the same address.
  public static func redirectLoop(at place: HostileProvider.Place = .token) -> Fault {
    wire(place) { _, site in .whole(redirect(to: site.issuer + place.rawValue)) }
  }
  /// The response is a redirect to another origin, which would receive the code, the secret and the tokens.
  /// The other origin is this provider's port under the name `localhost`, so that
  /// ``HostileProvider/requestsElsewhere`` lists the requests to it.
  ///
  /// - Parameters:
  ///   - place: The endpoint that redirects.
  ///   - status: The HTTP status of the redirect.
  public static func redirectToElsewhere(
    at place: HostileProvider.Place = .token, status: Int = 307
  ) -> Fault {
    wire(place) { _, site in
      .whole(redirect(to: site.elsewhere + place.rawValue, status: status))
    }
  }
  /// The connection ends in the middle of the body.
  public static func truncatedBody(at place: HostileProvider.Place = .token) -> Fault {
    wire(place) { answer, _ in
      let half = Halves(Array(answer.body.prefix(answer.body.count / 2)))
      return .pieces(answer.head, length: answer.body.count) { try half.next() }
    }
  }
  /// The connection ends without a response.
  public static func closesWithoutReply(at place: HostileProvider.Place = .token) -> Fault {
    wire(place) { _, _ in .hangUp }
  }
  /// The response is an HTML page with status 200 instead of JSON.
  public static func htmlInsteadOfJSON(at place: HostileProvider.Place = .token) -> Fault {
    wire(place) { _, _ in .whole(.standIn(html: "<!doctype html><title>Welcome</title>")) }
  }
  /// The correct response has the content type of plain text. The client refuses it at the token endpoint;
  /// it reads documents, since some providers mislabel them and the JSON reader is strict.
  public static func wrongContentType(at place: HostileProvider.Place = .token) -> Fault {
    wire(place) { answer, _ in
      var answer = answer
      answer.head.headerFields[.contentType] = "text/plain"
      return .whole(answer)
    }
  }
  /// A member of the JSON object occurs twice, with two values.
  public static func duplicateMembers(at place: HostileProvider.Place = .token) -> Fault {
    wire(place) { answer, _ in
      var answer = answer
      let name = (try? JSONObject(parsing: [UInt8](answer.body)))?.names.first ?? "x"
      answer.body = Data("{\"\(name)\":\"other\",".utf8) + answer.body.dropFirst()
      return .whole(answer)
    }
  }
  /// The JSON has 100,000 nested arrays.
  public static func deepJSON(at place: HostileProvider.Place = .token) -> Fault {
    wire(place) { answer, _ in
      var answer = answer
      answer.body = Data("{\"deep\":".utf8) + Data(repeating: 0x5B, count: 100_000)
      return .whole(answer)
    }
  }
  /// The key set has 10,000 keys.
  public static var jwksFlood: Fault {
    wire(.keys) { answer, _ in
      var answer = answer
      let keys = (0..<10_000).map { number in
        "{\"kty\":\"oct\",\"kid\":\"\(number)\",\"k\":\"AAAA\"}"
      }
      answer.body = Data("{\"keys\":[\(keys.joined(separator: ","))]}".utf8)
      return .whole(answer)
    }
  }
  /// The endpoint returns 503 with `Retry-After: 0`. The client must limit its attempts.
  public static func retryStorm(at place: HostileProvider.Place = .token) -> Fault {
    wire(place) { _, _ in
      .whole(.standIn(.serviceUnavailable, json: [:], fields: [.retryAfter: "0"]))
    }
  }
  /// The provider's clock, in `Date` and in its tokens, is ten minutes ahead. A client that corrects its clock by
  /// the field must accept the tokens.
  public static var clockFarOff: Fault { Fault { $0.clockAhead = 600 } }

  private static func wire(
    _ place: HostileProvider.Place, name: String = #function,
    _ change: @escaping Behaviour.Wire
  ) -> Fault {
    Fault(name) { $0.wire[place] = change }
  }

  private static func redirect(to location: String, status: Int = 307) -> ServedResponse {
    var head = HTTPResponse(status: .init(code: status))
    head.headerFields[.location] = location
    return ServedResponse(head: head)
  }
}
