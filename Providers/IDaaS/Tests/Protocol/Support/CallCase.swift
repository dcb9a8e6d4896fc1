// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import TestSupport

/// One call of the interface, with values of it and of its replies.
struct CallCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Writes a random call as a client, and reads it as a server.
  let sends: @Sendable (inout SplitMix64) throws -> Void
  /// Writes a random reply as a server, and reads it as a client.
  let answers: @Sendable (inout SplitMix64) throws -> Void
  /// Reads a broken reply and a broken message, and returns whether either could be read.
  let breaks: @Sendable (inout SplitMix64) throws -> Bool
  /// A valid message with all optional members.
  let whole: @Sendable () throws -> CallMessage
  /// The server's error response to a message; nil when it is accepted.
  let refusal: @Sendable (CallMessage) -> Refusal?
  /// The required members of the body, and the required header fields.
  let required: [String]
  let optional: [String]
  let fields: [String]

  init<Call: IDaaSCall>(
    _ name: String, required: [String] = [], optional: [String] = [], fields: [String] = [],
    _ make: @escaping @Sendable (inout SplitMix64) -> Call,
    _ reply: @escaping @Sendable (inout SplitMix64) -> Call.Reply
  ) {
    testDescription = name
    self.required = required
    self.optional = optional
    self.fields = fields
    sends = { random in
      let call = make(&random)
      let (head, body) = try IDaaSExchange(call, at: Endpoint(Wire.origin), by: Wire.caller)
        .request()
      #expect(head.method == Call.method)
      #expect(head.path?.split(separator: "?").first.map(String.init) == Call.path)
      #expect(try IDaaSCaller(head.headerFields) == Wire.caller)
      let one = try call.message()
      let other = try Call(Wire.message(head, body)).message()
      #expect(one.body == other.body)
      #expect(one.query == other.query)
      #expect(one.fields == other.fields)
    }
    answers = { random in
      let json = Call.json(reply(&random))
      let travelled = try JSONValue(parsing: json.serialized())
      #expect(Call.json(try Call.reply(travelled)) == json)
    }
    breaks = { random in
      let body = random.broken(Call.json(reply(&random)).serialized())
      let answer = HTTPResponse(status: random.pick([.ok, .ok, .badRequest, .internalServerError]))
      let exchange = try IDaaSExchange(make(&random), at: Endpoint(Wire.origin), by: Wire.caller)
      let read = try? exchange.reply(head: answer, body: Data(body), receivedAt: random.date())
      var (head, sent) = try exchange.request()
      for field in head.headerFields where random.number(0...4) == 0 {
        head.headerFields[field.name] = random.pick(["", "Bearer", "x y", "1"])
      }
      sent = Data(random.broken(Array(sent)))
      guard let message = try? Wire.message(head, sent) else { return read != nil }
      return read != nil || Refusal.of(Call.self, message) == nil
    }
    whole = {
      var random = SplitMix64(seed: 7)
      // One of the first random values has all optional members.
      var best = try Wire.received(make(&random))
      for _ in 0..<200 {
        let next = try Wire.received(make(&random))
        if next.body.count + next.fields.count > best.body.count + best.fields.count { best = next }
      }
      return best
    }
    refusal = { Refusal.of(Call.self, $0) }
  }
}
