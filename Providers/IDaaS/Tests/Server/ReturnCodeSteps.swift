// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import CryptoExtras
import TestKit

/// The steps that lead to a return code.
extension ReturnCodeTests {
  /// One response of a new server.
  static func one(
    _ application: @escaping @Sendable (inout TenantApplication) -> Void = { _ in },
    messages: (any MessageSender)? = nil,
    _ call: (LoginWorld) async throws -> LoginWorld.Answer
  ) async throws -> LoginWorld.Answer {
    try await call(LoginWorld.start(messages: messages, application: application))
  }

  /// One response of a server whose tenant is a folder with one invalid file.
  static func broken(
    _ file: String, _ call: (LoginWorld) async throws -> LoginWorld.Answer
  ) async throws -> LoginWorld.Answer {
    let folder = try Folder()
    let good = #"{"applications": [{"client_id": "app", "name": "Demo"}]}"#
    try folder.write("tenant.json", Array(good.utf8))
    if file == "slides" {
      try FileManager.default.createDirectory(
        atPath: folder.path + "/slides", withIntermediateDirectories: true)
    } else {
      try folder.write(file, Array("{".utf8))
    }
    var world = try await LoginWorld.start(tenant: { _ in
      TenantFolder(path: folder.path, environment: .live)
    })
    world.folder = folder
    return try await call(world)
  }

  /// A refresh in signed mode with an invalid signature.
  static func signed(_ hasKey: Bool) async throws -> LoginWorld.Answer {
    let key = hasKey ? try _RSA.Encryption.PrivateKey(keySize: .bits2048).pemRepresentation : nil
    return try await one({ $0.privateKey = key.map { Secret($0) } }) { world in
      try await world.call(
        .post, "/api/v2/sdk/session-token/refresh-id-token", [:],
        ["X-signature": Data("nonsense".utf8).base64EncodedString()])
    }
  }

  /// Wrong codes for a number with a limit of one a day.
  static func wrongCode(
    to place: String = "+86-13800000000", times: Int
  ) async throws -> LoginWorld.Answer {
    let world = try await LoginWorld.start(settings: { $0.wrongCodesPerDay = 1 })
    let state = try await world.state()
    let isEmail = place.contains("@")
    _ = try await world.send(isEmail ? .registerEmail : .registerMobile, to: place, state: state)
    let right = try world.digits(isEmail ? .email(place) : .phone("+8613800000000"))
    let wrong = LoginWorld.wrong(right)
    for _ in 1..<times { _ = try await world.bind(.register, place, wrong, state: state) }
    return try await world.bind(.register, place, wrong, state: state)
  }

  static func password(_ name: String, at world: LoginWorld) async throws -> LoginWorld.Answer {
    try await world.call(
      .post, "/api/v2/sdk/login", ["user_name": .string(name), "password": "blue whale 7"])
  }

  static func source(_ path: String, at world: LoginWorld) async throws -> LoginWorld.Answer {
    try await world.call(.post, path, ["code": "c"])
  }

  /// A slider with unreadable coordinates, or at a wrong position.
  static func slide(_ point: String?) async throws -> LoginWorld.Answer {
    try await one { world in
      let challenge = try await world.call(.get, "/api/v2/sdk/captcha?type=slider")
      let token = try #require(challenge.json["token"]?.stringValue)
      let right = try #require(try await world.server.slide(for: Secret(token)))
      let x = right > 150 ? right - 60 : right + 60
      return try await world.call(
        .post, "/api/v2/sdk/captcha/verify",
        [
          "token": .string(token), "sender": "+86-13800000000",
          "point_json": .string(point ?? #"{"x":\#(x).0,"y":5.0}"#),
        ])
    }
  }

  /// Sets a forgotten password.
  static func newPassword(_ password: String, times: Int = 1) async throws -> LoginWorld.Answer {
    try await one { world in
      try await world.add("zhangsan12", [.phone("+8613800000000")])
      for _ in 1..<times { _ = try await newPassword(password, at: world) }
      return try await newPassword(password, at: world)
    }
  }

  private static func newPassword(
    _ password: String, at world: LoginWorld
  ) async throws -> LoginWorld.Answer {
    world.server.clock.advance(by: .seconds(60))
    _ = try await world.send(.forgottenPassword)
    return try await world.call(
      .post, "/api/v2/sdk/pwd/update-by-mobile",
      [
        "mobile": "+86-13800000000", "verify_code": .string(try world.digits()),
        "password": .string(password),
      ])
  }
}

/// A gateway that refuses every message, and records it.
final class Refusing: MessageSender {
  private let failure: SendingFailure
  private let kept = Mutex<[OutgoingMessage]>([])

  init(_ failure: SendingFailure) { self.failure = failure }

  var messages: [OutgoingMessage] { kept.withLock { $0 } }

  func send(_ message: OutgoingMessage) async throws(SendingFailure) -> String {
    kept.withLock { $0.append(message) }
    throw failure
  }
}
