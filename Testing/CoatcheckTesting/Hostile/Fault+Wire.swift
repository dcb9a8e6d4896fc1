// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckServer
import Foundation
import HTTPTypes

/// Bytes instead of an answer, at an endpoint of choice. After any of these a client must end within its
/// deadline and its limits, with an error that names neither the body nor a secret, and sign nobody in.
extension Fault {
  /// A byte comes now and then, and the answer never ends.
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
  /// The body is compressed; a kilobyte of it becomes a megabyte, without end.
  public static func compressedBomb(at place: HostileProvider.Place = .token) -> Fault {
    wire(place) { answer, _ in
      var head = answer.head
      head.headerFields[.contentEncoding] = "gzip"
      let pieces = BombPieces()
      return .pieces(head, length: nil) { pieces.next() }
    }
  }
  /// The answer is a redirect to itself.
  public static func redirectLoop(at place: HostileProvider.Place = .token) -> Fault {
    wire(place) { _, site in .whole(redirect(to: site.issuer + place.rawValue)) }
  }
  /// The answer is a redirect to another origin, which would get the code, the secret and the tokens. The
  /// other origin is this provider's port under the name `localhost`, so that
  /// ``HostileProvider/requestsElsewhere`` shows what went there.
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
  /// The connection ends without an answer.
  public static func closesWithoutReply(at place: HostileProvider.Place = .token) -> Fault {
    wire(place) { _, _ in .hangUp }
  }
  /// A page comes with status 200 instead of JSON.
  public static func htmlInsteadOfJSON(at place: HostileProvider.Place = .token) -> Fault {
    wire(place) { _, _ in .whole(.standIn(html: "<!doctype html><title>Welcome</title>")) }
  }
  /// The right answer calls itself plain text. A client may refuse it, and does at the token endpoint;
  /// documents are read all the same, since providers do that and the strict reader is the check.
  public static func wrongContentType(at place: HostileProvider.Place = .token) -> Fault {
    wire(place) { answer, _ in
      var answer = answer
      answer.head.headerFields[.contentType] = "text/plain"
      return .whole(answer)
    }
  }
  /// A member of the JSON object is there twice, with two values.
  public static func duplicateMembers(at place: HostileProvider.Place = .token) -> Fault {
    wire(place) { answer, _ in
      var answer = answer
      let name = (try? JSONObject(parsing: [UInt8](answer.body)))?.names.first ?? "x"
      answer.body = Data("{\"\(name)\":\"other\",".utf8) + answer.body.dropFirst()
      return .whole(answer)
    }
  }
  /// The JSON is 100,000 arrays deep.
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
  /// The endpoint is always busy: 503 with `Retry-After: 0`. A client must not storm it.
  public static func retryStorm(at place: HostileProvider.Place = .token) -> Fault {
    wire(place) { _, _ in
      .whole(.standIn(.serviceUnavailable, json: [:], fields: [.retryAfter: "0"]))
    }
  }
  /// The provider's answers carry a `Date` ten minutes ahead, and so do its tokens: its clock is off. It is
  /// right, and a client that learns from the field signs the person in.
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
