// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import TestSupport

@Suite("The fields about the caller")
struct CallerTests {
  private static func fields(without missing: String? = nil) throws -> HTTPFields {
    var fields = HTTPFields()
    for (name, value) in [
      ("X-client-id", "app"), ("X-operating-sys-version", "iOS 18"),
      ("X-device-fingerprint", "d"), ("X-agent", "a"),
    ] where name != missing {
      fields[try #require(HTTPField.Name(name))] = value
    }
    return fields
  }

  @Test("a missing client id is COMMON.1001, as in the document's sample")
  func withoutAClientID() throws {
    let fields = try Self.fields(without: "X-client-id")
    #expect(throws: Refusal(.parameterMissing, "X-client-id", detail: .missingParameter)) {
      try IDaaSCaller(fields)
    }
  }

  @Test(
    "a missing field about the device is COMMON.1003",
    arguments: ["X-operating-sys-version", "X-device-fingerprint", "X-agent"])
  func withoutADevice(_ name: String) throws {
    let fields = try Self.fields(without: name)
    #expect(throws: Refusal(.deviceIncomplete, detail: .deviceIncomplete)) {
      try IDaaSCaller(fields)
    }
  }

  @Test("a server reads all fields that a client writes")
  func allFieldsTravel() throws {
    var caller = IDaaSCaller(
      clientID: "c", system: "Android 15", device: "d", agent: "App/1 (设备)",
      claimedAddress: "192.0.2.1", language: "zh-TW")
    caller.capabilities = ["confirm", "later"]
    let exchange = try IDaaSExchange(ServerDateCall(), at: Endpoint(Wire.origin), by: caller)
    #expect(try IDaaSCaller(exchange.request().head.headerFields) == caller)
  }

  @Test("a device name that would be two fields is not sent")
  func fieldsAreNotSplit() async throws {
    var caller = Wire.caller
    caller.agent = "a\r\nX-client-id: other"
    let exchange = try IDaaSExchange(ServerDateCall(), at: Endpoint(Wire.origin), by: caller)
    await expectError(.misused("X-agent", "")) { try exchange.request() }
  }
}
